"""The tokenizer of multilingual-e5-small, which is XLM-RoBERTa's, built from the packed file's vocabulary."""

from tokenizers import Regex, Tokenizer
from tokenizers.models import Unigram
from tokenizers.normalizers import Precompiled, Replace
from tokenizers.normalizers import Sequence as Normalizers
from tokenizers.pre_tokenizers import Metaspace
from tokenizers.processors import TemplateProcessing

from index.charsmap import compile_charsmap
from index.e5_file import Vocabulary


def build_tokenizer(vocabulary: Vocabulary) -> Tokenizer:
    """A Unigram tokenizer that encodes `<s> A </s>`, and a pair as `<s> A </s></s> B </s>`."""
    pieces = vocabulary.pieces
    tokenizer = Tokenizer(Unigram(list(zip(pieces, vocabulary.scores, strict=True)), vocabulary.unk, False))
    tokenizer.normalizer = Normalizers(
        [Precompiled(compile_charsmap(vocabulary.normalization)), Replace(Regex(" {2,}"), " ")]
    )
    tokenizer.pre_tokenizer = Metaspace()
    bos, eos = pieces[vocabulary.bos], pieces[vocabulary.eos]
    tokenizer.post_processor = TemplateProcessing(
        single=f"{bos} $A {eos}",
        pair=f"{bos} $A {eos} {eos} $B {eos}",
        special_tokens=[(bos, vocabulary.bos), (eos, vocabulary.eos)],
    )
    tokenizer.add_special_tokens([pieces[i] for i in (vocabulary.bos, vocabulary.pad, vocabulary.eos, vocabulary.unk)])
    return tokenizer
