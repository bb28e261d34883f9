"""``kaoju summarize``: what documents say on a topic, a version, a component, or as a whole, in their own words."""

import argparse

from corpus.errors import InputError
from qa.command_line import DONE, AddCommand, open_service, print_json


def add_summarize(command: AddCommand) -> None:
    """Register the command."""
    parser = command(
        "summarize",
        _summarize,
        "summarise documents, a topic, a version or a component, each sentence a quotation",
    )
    parser.add_argument("--doc", action="append", metavar="DOC", help="only this document; may be repeated")
    parser.add_argument("--topic", metavar="TEXT", help="only what is about this, in any words")
    parser.add_argument("--version", dest="about", metavar="V", help="only this version")
    parser.add_argument("--component", metavar="NAME", help="only this component, by any of its names")
    parser.add_argument("--range", metavar="RANGE", help="only these versions, such as '1.8 到 1.12' or '1.20 之后'")
    parser.add_argument("--sentences", type=int, metavar="N", help="at most N sentences (default: 8)")
    parser.add_argument("--characters", type=int, metavar="N", help="at most N characters of quotations")
    parser.add_argument(
        "--changes", action="store_true", help="add a table of what came, rose and went in each release"
    )
    parser.add_argument("--by", choices=("document", "version"), default="document", help="how statements are grouped")
    parser.add_argument(
        "--script",
        choices=("auto", "hans", "hant", "source"),
        default="auto",
        help="script of the statements; quotations stay as in the source; auto: that of the topic, else the source's",
    )


def _summarize(args: argparse.Namespace) -> int:
    from qa.summary.jsonable import to_json
    from qa.summary.render import render_summary
    from qa.summary.types import Scope, SummaryOptions

    if args.topic is not None and not args.topic.strip():
        raise InputError("the topic is empty; give some words, such as: --topic 'kubeadm 的用途'")
    service = open_service(args)
    documents = tuple(dict.fromkeys(service.resolve(d) for d in args.doc or ()))
    scope = Scope(documents, args.topic, args.about, args.component, args.range)
    options = SummaryOptions(args.sentences, args.characters, args.by, args.changes, args.script)
    summary = service.summarize(scope, options)
    if args.json:
        print_json(to_json(summary))
    else:
        print(render_summary(summary))
    return DONE
