from corpus.similarity import NEAR_IDENTICAL, SKETCH_SIZE, resemblance, sketch

BODY = "".join(f"第 {n} 条说明了某个组件的第 {n} 种用法。" for n in range(40))


def test_the_same_page_saved_twice_is_nearly_identical() -> None:
    again = f"分享到微博 打印本页面内容\n{BODY.replace('第 7 条', '第 ７ 条')}\n版权所有，保留一切权利。"
    assert resemblance(sketch(BODY), sketch(again)) >= NEAR_IDENTICAL


def test_script_and_width_do_not_hide_a_copy() -> None:
    assert sketch("叢集由許多節點組成，彼此通訊。") == sketch("丛集由许多节点组成，彼此通讯。")


def test_different_documents_do_not_resemble_each_other() -> None:
    other = "".join(f"步骤 {n} 与上文完全没有关系可言。" for n in range(40))
    assert resemblance(sketch(BODY), sketch(other)) == 0
    assert resemblance((), ()) == 0


def test_half_a_document_is_no_copy_and_sketches_are_bounded() -> None:
    longer = BODY + "".join(f"另外 {n} 点在原文里没有提到过。" for n in range(60))
    assert len(sketch(longer)) == SKETCH_SIZE
    assert 0.1 < resemblance(sketch(BODY), sketch(longer)) < NEAR_IDENTICAL
