"""Words for searching: versions and identifiers whole, and nothing shared with other programs."""

import marshal
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from corpus.normalize import fold_text
from corpus.segment import search_words, segment, words
from corpus.versions import find_versions

ROOT = Path(__file__).resolve().parents[2]


def fresh(code: str, **environment: str) -> str:
    """Run ``code`` in a new interpreter with warnings as errors, as the suite itself does, and return what it prints."""
    allowed = (
        "ignore:pkg_resources is deprecated:UserWarning",
        "ignore:pkg_resources is deprecated:DeprecationWarning",
    )
    flags = [part for rule in ("error", *allowed) for part in ("-W", rule)]
    run = subprocess.run(
        [sys.executable, *flags, "-c", textwrap.dedent(code)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert not run.stderr
    return run.stdout.strip()


@pytest.mark.parametrize(
    "text", ["v1.12.3 修复证书", "V１．１２．３ 修復憑證", "升级到1.12.3。", "版本 1.12.3 修复证书"]
)
def test_a_version_is_one_word_without_its_v(text: str) -> None:
    assert "1.12.3" in search_words(text)
    assert not {"3", "1", "12", "1.12", "v1.12", "v1"} & set(search_words(text))


def test_versions_that_begin_alike_share_no_word() -> None:
    assert not set(search_words("v1.12.3")) & set(search_words("v1.12.30"))
    assert not set(search_words("1.1")) & set(search_words("1.10"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kube-proxy", ["kube-proxy", "kube", "proxy"]),
        ("kube‑proxy", ["kube-proxy", "kube", "proxy"]),
        ("ＫＵＢＥ－ｐｒｏｘｙ", ["kube-proxy", "kube", "proxy"]),
        ("hostNetwork", ["hostnetwork", "host", "network"]),
        ("PodSecurityPolicy", ["podsecuritypolicy", "pod", "security", "policy"]),
        ("APIServer", ["apiserver", "api", "server"]),
        ("NAMESPACE", ["namespace"]),
        ("swarm", ["swarm"]),
        ("coredns", ["coredns"]),
        ("alarm", ["alarm"]),
        ("8443", ["8443"]),
        ("batch/v1", ["batch/v1", "batch", "v1"]),
    ],
)
def test_identifiers_give_themselves_and_their_parts(text: str, expected: list[str]) -> None:
    assert search_words(text)[: len(expected)] == expected


def test_no_short_name_is_cut_out_of_a_longer_one() -> None:
    found = search_words("swarm 节点的 coredns 发出 alarm，而 dns 与 arm 没有")
    assert found.count("dns") == found.count("arm") == 1


def test_chinese_words_fold_to_one_script() -> None:
    assert search_words("控制平面元件") == search_words("控制平面元件")
    assert search_words("節點調度") == search_words("节点调度") == ["节点", "调度"]


def test_long_words_also_give_their_parts() -> None:
    assert {"操作", "系统", "操作系统"} <= set(search_words("作業系統即操作系統"))


@pytest.mark.parametrize("text", ["", "。，！", "  \n", "😀", "\u200b"])
def test_texts_without_words(text: str) -> None:
    assert segment(text) == []


def test_spans_cut_the_original() -> None:
    text = "在Ｖ１．１２，節點的 kube‑Proxy"
    cut = {token.text: token.span.cut(text) for token in segment(text)}
    assert cut == {
        "在": "在",
        "1.12": "Ｖ１．１２",
        "节点": "節點",
        "的": "的",
        "kube-proxy": "kube‑Proxy",
        "kube": "kube",
        "proxy": "Proxy",
    }


MIXED = "节點调度器１1.2v-_/＿kubeProxyAPI的 。\n\u200b①éK😀"


@given(st.one_of(st.text(), st.text(alphabet=MIXED, max_size=30)))
@example("İstanbul 節點 PodİName")
def test_every_token_folds_from_what_it_points_to(text: str) -> None:
    for token in segment(text):
        folded = fold_text(token.span.cut(text))
        assert token.text in folded or find_versions(folded)  # a version is spelt without its v and leading zeros
        assert len(token.span)


@given(st.one_of(st.text(), st.text(alphabet=MIXED, max_size=30)))
def test_words_join_to_the_text_again(text: str) -> None:
    assert "".join(words(text)) == text


SEGMENT = """
    from corpus.segment import search_words
    print(" ".join(search_words("控制平面元件在 v1.12.3 启动")))
"""
EXPECTED = "控制 平面 元件 在 1.12.3 启动"


def test_a_fresh_interpreter_starts_with_warnings_as_errors() -> None:
    assert fresh(SEGMENT) == EXPECTED


def test_no_cache_in_the_shared_temporary_folder_is_read_or_written(tmp_path: Path) -> None:
    poison = tmp_path / "jieba.cache"
    poison.write_bytes(marshal.dumps(({"制平面": 10**9, "控": 1}, 10**9)))
    before = poison.read_bytes()
    assert fresh(SEGMENT, TMPDIR=str(tmp_path), TEMP=str(tmp_path), TMP=str(tmp_path)) == EXPECTED
    assert [p.name for p in tmp_path.iterdir()] == ["jieba.cache"]
    assert poison.read_bytes() == before


def test_no_temporary_folder_is_needed() -> None:
    forbid = """
        import tempfile
        def refuse(*_args, **_kwargs):
            raise PermissionError("no temporary folder")
        tempfile.gettempdir = tempfile.mkstemp = tempfile.NamedTemporaryFile = refuse
    """
    assert fresh(textwrap.dedent(forbid) + textwrap.dedent(SEGMENT)) == EXPECTED


def test_another_program_words_do_not_reach_ours() -> None:
    poison = 'import jieba\njieba.setLogLevel(40)\njieba.dt.FREQ = {"制平面": 1}\njieba.dt.initialized = True\n'
    assert fresh(poison + textwrap.dedent(SEGMENT)) == EXPECTED


def test_the_first_use_may_come_from_many_threads() -> None:
    together = """
        import threading
        from corpus.segment import search_words
        found, gate = [], threading.Barrier(8)
        def work():
            gate.wait()
            found.append(search_words("控制平面元件"))
        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        print(len(found), *{" ".join(words) for words in found})
    """
    assert fresh(together) == "8 控制 平面 元件"


def test_long_runs_take_no_time() -> None:
    assert len(search_words("的" * 100_000)) == 100_000
    assert search_words("a" * 300_000) == ["a" * 300_000]
    assert search_words("-" * 300_000) == []
    assert len(search_words("a-" * 100_000)) > 100_000
