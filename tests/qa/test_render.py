from qa.render import one_line, printable


def test_what_could_steer_a_terminal_is_left_out() -> None:
    assert printable("节点\x1b[31m红\x07\u202e倒\u200b置\n下一行") == "节点[31m红倒置\n下一行"


def test_one_line_joins_lines_and_blanks() -> None:
    assert one_line("  节点\n\n  加入\t集群 ") == "节点 加入 集群"
