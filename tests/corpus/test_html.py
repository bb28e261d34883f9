"""A saved page becomes the text its reader came for."""

import random
from collections.abc import Callable

import pytest

from corpus.errors import BinaryFileError, DocumentError, EmptyFileError, EncodingError, KaojuError
from corpus.readers.base import Reading
from corpus.readers.html import read_html
from corpus.readers.mhtml import read_mhtml

PAGE = """<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><title>升级节点 | 云台手册</title>
<link rel="canonical" href="https://example.org/upgrade">
<meta property="article:published_time" content="2023-05-06T08:00:00+08:00"></head><body class="has-sidebar">
<header class="site"><a href="/">云台手册</a><nav><ul><li><a href="/a">文档</a></li><li><a href="/b">博客</a></li></ul></nav></header>
<div class="left"><ul><li><a href="1">安装</a></li><li><a href="2">备份</a></li><li><a href="3">排错</a></li></ul></div>
<div class="content"><div class="breadcrumb"><a href="/">首页</a> / <a href="/m">手册</a></div>
<h1>升级节点<a class="anchor" href="#up">#</a></h1><p class="meta">作者 | 林小川</p>
<p>升级前先备份数据。<b>不要</b>跳过次要版本：1.9 只能升到 <em>1.10</em>，不能
直接升到&nbsp;v1.<span>20</span>。</p><!-- 旧版：可以跳过 -->
<h2>步骤</h2><ol><li>腾空节点：<pre><code>drain node-1 \\
  --force

  --yes</code></pre></li><li>升级代理<ul><li>停服务</li><li>换程序</li></ul></li></ol>
<h2>版本对照</h2><table><thead><tr><th rowspan="2">组件</th><th colspan="2">版本</th></tr><tr><th>最低</th><th>最高</th></tr></thead>
<tbody><tr><td rowspan="2">代理</td><td>1.9</td><td>1.10</td></tr><tr><td colspan="2">1.20</td></tr></tbody></table>
<dl><dt>腾空</dt><dd>把任务迁走。</dd></dl><blockquote><p>先读说明。</p></blockquote>
<div class="share-bar">分享到：微博 微信</div><p>长按识别下方二维码，关注公众号「云台」</p>
<div><h3>相关推荐</h3><ul><li><a href="x">集群备份指南</a></li><li><a href="y">新版发布</a></li></ul></div>
<p>上一篇：<a href="z">安装节点</a></p><p>下一篇：<a href="z">删除节点</a></p></div>
<footer><p>© 2023 云台 版权所有</p></footer><script>var a = "脚本";</script></body></html>"""

TEXT = """升级节点

作者 | 林小川

升级前先备份数据。不要跳过次要版本：1.9 只能升到 1.10，不能直接升到\u00a0v1.20。

步骤

- 腾空节点：

```
drain node-1 \\
  --force

  --yes
```

- 升级代理
  - 停服务
  - 换程序

版本对照

| 组件 | 版本 最低 | 版本 最高 |
| --- | --- | --- |
| 代理 | 1.9 | 1.10 |
| 代理 | 1.20 | 1.20 |

- 腾空
  - 把任务迁走。

先读说明。"""


def text_of(html: str) -> str:
    return read_html(html.encode(), "页.html").text


def test_a_page_keeps_its_text_and_loses_what_stands_around_it() -> None:
    reading = read_html(PAGE.encode(), "页.html")
    assert reading.text == TEXT
    assert [s.path for s in reading.sections] == [(), ("步骤",), ("版本对照",)]
    assert [s.heading.cut(TEXT) if s.heading else None for s in reading.sections] == ["升级节点", "步骤", "版本对照"]
    assert reading.meta == {
        "title": "升级节点",
        "author": "林小川",
        "date": "2023-05-06",
        "url": "https://example.org/upgrade",
    }
    assert (reading.title, reading.encoding, reading.media_type) == ("升级节点", "utf-8", "text/html")


TRADITIONAL = (
    "<html><head><meta charset={}><title>叢集說明</title></head><body><h1>叢集說明</h1>"
    "<p>節點無法加入叢集時，請先檢查憑證是否過期。</p></body></html>"
)
SIMPLIFIED = (
    "<html><head><meta charset={}><title>集群说明</title></head><body><h1>集群说明</h1>"
    "<p>节点无法加入集群时，请先检查证书是否过期。</p></body></html>"
)


@pytest.mark.parametrize(
    ("page", "declared", "written", "read_as"),
    [
        (SIMPLIFIED, "gb2312", "gb18030", "gb18030"),
        (SIMPLIFIED, "utf-8", "gb18030", "gb18030"),
        (SIMPLIFIED, "iso-8859-1", "gb18030", "gb18030"),
        (SIMPLIFIED, "big5", "gb18030", "gb18030"),
        (SIMPLIFIED, "gb2312", "utf-8", "utf-8"),
        (SIMPLIFIED, "没有这个", "utf-8", "utf-8"),
        (SIMPLIFIED, "utf-8", "utf-8-sig", "utf-8-sig"),
        (SIMPLIFIED, "utf-8", "utf-16", "utf-16"),
        (TRADITIONAL, "big5", "big5", "big5hkscs"),
        (TRADITIONAL, "gb2312", "big5", "big5"),
        (TRADITIONAL, "big5", "utf-8", "utf-8"),
        (TRADITIONAL, "gb2312", "gb18030", "gb18030"),
    ],
)
def test_a_wrong_charset_does_not_win(page: str, declared: str, written: str, read_as: str) -> None:
    html = page.replace("{}", declared)
    reading = read_html(html.encode(written), "页.html")
    assert reading.text == text_of(html)
    assert "過期" in reading.text or "过期" in reading.text
    assert reading.encoding == read_as


def test_gb2312_means_all_of_gb18030() -> None:
    html = "<meta charset=gb2312><p>朱镕基、喆、㐂和𠮷都在名单里，请核对后再发布。</p>"
    assert read_html(html.encode("gb18030"), "页.html").text == "朱镕基、喆、㐂和𠮷都在名单里，请核对后再发布。"


def test_damage_that_is_not_shown_does_no_harm() -> None:
    html = "<p>先备份再升级。</p>".encode()
    assert read_html(b"<!-- \xff --><script>'\xe4'</script>" + html, "页.html").text == "先备份再升级。"
    with pytest.raises(EncodingError, match=r"页\.html"):
        read_html("<p>先备份".encode() + b"\xff\xff\xff" + "再升级</p>".encode(), "页.html")


def test_a_western_page_that_says_so() -> None:
    html = (
        "<meta charset=windows-1252><p>Kubernetes “1.10” drops Docker’s shim – read the notes first, please. "
        + "x" * 99
    )
    assert "“1.10” drops Docker’s shim – read" in read_html(html.encode("cp1252"), "页.html").text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>第一行<br>第二行<br><br>另一段</p>", "第一行\n第二行\n\n另一段"),
        ("<p>中文\n  換行不留空格，\n但 English\nwords 留。</p>", "中文換行不留空格，但 English words 留。"),
        ("<p>10<sup>9</sup> 与 x<sup>2</sup>、H<sub>2</sub>O</p>", "10^9 与 x2、H2O"),
        ("<p><a>1.2</a><a>0.1</a>；<span>1.</span><span>20</span></p>", "1.2 0.1；1.20"),
        ("<p><del>1.19</del>1.20 起<s></s>默认啟用</p>", "~~1.19~~1.20 起默认啟用"),
        ("<p>a &lt; b &amp;&amp; c &copy; &#x4e2d;&#25991; 云\u200b原生</p>", "a < b && c © 中文 云\u200b原生"),
        ("<p><ruby>漢<rp>(</rp><rt>hàn</rt><rp>)</rp>字</ruby></p>", "漢字"),
        ("<div>甲<div>乙</div>丙</div>", "甲\n\n乙\n\n丙"),
        ("<ul><li><p>甲。</p><p>乙。</p></li><li>丙</li></ul>后", "- 甲。 乙。\n- 丙\n\n后"),
        ("<details><summary>為什麼</summary>因為。</details>", "為什麼\n\n因為。"),
        ("<figure><img alt='图'><figcaption>图一：架构</figcaption></figure>", "图一：架构"),
        ("<p>发布/订阅模式里，订阅者先注册。</p>", "发布/订阅模式里，订阅者先注册。"),
        (
            "<ul><li>点赞</li><li>收藏</li></ul><p>以上接口自 1.10 起可用。</p>",
            "- 点赞\n- 收藏\n\n以上接口自 1.10 起可用。",
        ),
        ("<p>下一篇文章介绍 1.20 的变化。</p>", "下一篇文章介绍 1.20 的变化。"),
        ("<p>請使用手機掃描二維碼完成認證。</p>", "請使用手機掃描二維碼完成認證。"),
        (
            "<section id='comments'><h2>Comments</h2><p>注释以井号开头，到行尾为止。</p></section>",
            "Comments\n\n注释以井号开头，到行尾为止。",
        ),
    ],
)
def test_words_as_a_browser_shows_them(html: str, text: str) -> None:
    assert text_of(html) == text


@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>隐</p>",
        "<div style='display: none'><p>隐</p></div>",
        "<div style='color:red;DISPLAY:NONE !important'>隐</div>",
        "<span style='visibility:hidden'>隐</span>",
        "<span aria-hidden='true'>隐</span>",
        "<template><p>隐</p></template>",
        "<!-- 隐 -->",
        "<!--[if IE]><p>隐</p><![endif]-->",
        "<script>隐</script>",
        "<style>隐</style>",
        "<noscript>隐</noscript>",
        "<textarea>隐</textarea>",
        "<select><option>隐</option></select>",
        "<button>隐</button>",
        "<svg><title>隐</title><text>隐</text></svg>",
        "<dialog>隐</dialog>",
        "<iframe srcdoc='隐'>隐</iframe>",
        "<span class='sr-only'>隐</span>",
    ],
)
def test_what_is_not_shown_is_not_text(hidden: str) -> None:
    assert text_of(f"<p>明</p>{hidden}<p>白</p>") == "明\n\n白"


def test_panels_behind_tabs_are_text() -> None:
    assert "apt" in text_of("<p>装法：</p><div role=tabpanel hidden><pre>apt install x</pre></div>")


NOISE = [
    "<nav>菜單</nav>",
    "<div role='navigation'>菜單</div>",
    "<aside class='side-bar'><p>旁栏里的话</p></aside>",
    "<footer>京ICP备000号</footer>",
    "<div class='sidebar'><p>旁栏里的话，不短</p></div>",
    "<div id='comments'><p>沙发！写得好。</p></div>",
    "<div class='relatedPosts'><p>别的文章</p></div>",
    "<div class='cookie-consent'><p>我們使用 Cookie。</p></div>",
    "<p>我們使用 Cookie 改善您的體驗。</p>",
    "<p>扫码关注我们</p>",
    "<p>歡迎關注我們的微信公眾號：雲台</p>",
    "<p>点赞 12 · 收藏 3 · 分享</p>",
    "<p>點讚、分享、訂閱</p>",
    "<p>轉載請註明出處</p>",
    "<p>上一篇：安裝</p>",
    "<p><a href='n'>下一篇 删除节点</a></p>",
    "<h3>相關文章</h3><ul><li><a href='1'>甲篇</a></li><li><a href='2'>乙篇</a></li></ul>",
    "<p><strong>推荐阅读</strong></p><p><a href='1'>甲篇</a></p><p><a href='2'>乙篇</a></p>",
    "<h3>相关推荐</h3><!-- 列表 --><ul><li><a href='1'>甲篇</a></li></ul>",
    "<div>版权声明：本文为博主原创文章，转载请附上原文链接。</div>",
    "<p>Was this page helpful? Yes No</p>",
    "<a class='skip-link' href='#m'>Skip to main content</a>",
    "<div class='ad-box'>广告位招租</div>",
]
BODY = "<h1>云台说明</h1><p>{}</p>".format("云台把每个版本的变化写成一句话，并附上出处。" * 5)


@pytest.mark.parametrize("noise", NOISE)
@pytest.mark.parametrize(
    "frame", ["<body>{}</body>", "<body><main>{}</main></body>", "<body><div><div>{}</div></div></body>"]
)
def test_what_a_site_wants_of_its_visitors_is_not_text(noise: str, frame: str) -> None:
    assert text_of(frame.format(BODY + noise)) == text_of(BODY)


def test_an_article_among_unnamed_boxes() -> None:
    side = "<div><p>站内公告：周末维护。</p><p>友情链接若干。</p></div>"
    html = f"<body><div>{side}<article>{BODY}</article>{side}</div></body>"
    assert text_of(html) == text_of(BODY)


def test_admonitions_stay() -> None:
    html = f"<main>{BODY}<aside class='note'><p>注意：1.10 之前没有这个开关。</p></aside></main>"
    assert "注意：1.10 之前没有这个开关。" in text_of(html)


def test_the_heading_may_stand_outside_the_article() -> None:
    html = (
        "<title>云台 1.10 发布</title><h1 id='activity-name'>云台 1.10 发布</h1><div class='meta'>作者：林小川 2020年3月5日</div>"
        f"<div id='js_content' style='visibility: hidden; opacity: 0;'><p>{'新版本修复了三个问题。' * 9}</p></div>"
    )
    reading = read_html(html.encode(), "页.html")
    assert reading.text.startswith("云台 1.10 发布\n\n新版本")
    assert (reading.meta["author"], reading.meta["date"]) == ("林小川", "2020-03-05")


def test_pages_of_tables_code_or_links_are_kept() -> None:
    table = "<table><tr><th>参数</th><th>说明</th></tr><tr><td>--v</td><td>级别</td></tr></table>"
    assert text_of(f"<div class='widget'>{table}</div>") == "| 参数 | 说明 |\n| --- | --- |\n| --v | 级别 |"
    assert text_of("<nav>目录</nav><pre>a\n  b</pre>") == "```\na\n  b\n```"
    assert (
        text_of("<ul><li><a href=1>1.9 说明</a></li><li><a href=2>1.10 說明</a></li></ul>") == "- 1.9 说明\n- 1.10 說明"
    )
    assert text_of("<nav><a href=1>只有菜单</a></nav>") == "只有菜单"
    index = "".join(f"<div><a href={i}>{i}.0</a> <a href={i}>{i}.1</a> <a href={i}>{i}.2</a></div>" for i in range(9))
    assert text_of(f"<p>索引</p>{index}").startswith("索引\n\n0.0 0.1 0.2\n\n1.0 1.1")


def test_buttons_in_headings() -> None:
    assert text_of("<h2><button>如何升级</button></h2><p>先备份。</p>") == "如何升级\n\n先备份。"
    assert text_of("<h2>如何升级<button>复制</button></h2><p>先备份。</p>") == "如何升级\n\n先备份。"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (
            "<table><tr><th>版本</th><td>1.10</td></tr><tr><th>日期：</th><td>三月</td></tr></table>",
            "- 版本：1.10\n- 日期：三月",
        ),
        ("<table><tr><td>布局</td></tr></table>", "布局"),
        ("<table role=presentation><tr><td>左</td><td><p>右</p></td></tr></table>", "左\n\n右"),
        (
            "<table><tr><td><table><tr><th>甲</th><th>乙</th></tr></table></td><td>外</td></tr></table>",
            "| 甲 | 乙 |\n| --- | --- |\n\n外",
        ),
        (
            "<table><caption>表一</caption><tr><th colspan=2>支援</th></tr><tr><th>版</th><th>期</th></tr>"
            "<tr><td>1.20</td><td>一年</td></tr></table>",
            "表一\n\n支援\n\n| 版 | 期 |\n| --- | --- |\n| 1.20 | 一年 |",
        ),
        (
            "<table class=highlighttable><tr><td class=linenos><pre>1\n2</pre></td><td><pre>a\nb</pre></td></tr></table>",
            "```\na\nb\n```",
        ),
        (
            "<table><tr><th>甲<tr><td colspan=x rowspan=-1>乙<tr><td colspan=0>丙</table>",
            "| 甲 |\n| --- |\n| 乙 |\n| 丙 |",
        ),
    ],
)
def test_tables(html: str, text: str) -> None:
    assert text_of(html) == text


@pytest.mark.parametrize(
    ("html", "code"),
    [
        ("<pre>\n甲\n\n  乙\n</pre>", "甲\n\n  乙"),
        ("<pre><span class=ln>1</span>甲\n<span class=ln>2</span>乙</pre>", "甲\n乙"),
        ("<pre><code>甲</code><code>乙</code></pre>", "甲\n乙"),
        ("<pre><div>甲</div><div>乙<br>丙</div></pre>", "甲\n乙\n丙"),
        ("<pre>a &lt; b<button>复制</button></pre>", "a < b"),
        ("<pre class='comment'># 评论\n分享</pre>", "# 评论\n分享"),
    ],
)
def test_code_is_whole(html: str, code: str) -> None:
    assert text_of(f"<p>如下</p>{html}") == f"如下\n\n```\n{code}\n```"


@pytest.mark.parametrize(
    ("head", "body", "key", "value"),
    [
        ("<title>說明 - 雲台</title><meta property=og:site_name content=雲台>", "", "title", "說明"),
        ("<meta property=og:title content=分享标题><title>别的</title>", "", "title", "分享标题"),
        ("", "<h1>只有 標題</h1>", "title", "只有 標題"),
        ("<title>a - b</title>", "", "title", "a - b"),
        ("<title>说明 - 云台</title>", "<h1 class=menu-title>云台</h1><main><h1>别的</h1></main>", "title", "说明"),
        ("<title>云台 - 说明</title>", "<header><h1>云台</h1></header><h1>说明</h1>", "title", "说明"),
        ("<meta name=author content=林小川>", "", "author", "林小川"),
        (
            '<script type="application/ld+json">{"@graph":[{"author":[{"name":"甲"},{"name":"乙"}]}]}</script>',
            "",
            "author",
            "甲、乙",
        ),
        ('<script type="application/ld+json">{"datePublished":"2021-02-03T04:05"}</script>', "", "date", "2021-02-03"),
        ("", "<a rel=author href=/>作者：林小川</a>", "author", "林小川"),
        ("", "<time datetime='2019-07-08T00:00Z'>七月</time>", "date", "2019-07-08"),
        ("<meta name=date content=2020年3月>", "", "date", "2020-03"),
        ("<meta property=og:url content=https://example.org/a>", "", "url", "https://example.org/a"),
    ],
)
def test_what_a_page_says_of_itself(head: str, body: str, key: str, value: str) -> None:
    assert (
        read_html(f"<html><head>{head}</head><body>{body}<p>正文</p></body></html>".encode(), "页.html").meta[key]
        == value
    )


def test_the_browser_notes_where_a_page_was_saved() -> None:
    html = "<!DOCTYPE html>\n<!-- saved from url=(0021)https://example.org/b -->\n<html><body><p>正文</p></body></html>"
    assert read_html(html.encode(), "页.html").meta["url"] == "https://example.org/b"


def test_xhtml_closes_its_tags_as_xml_does() -> None:
    html = (
        '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><script src="a.js"/>'
        '<title/></head><body><p><a id="x"/>甲&nbsp;乙<![CDATA[ <丙> ]]></p></body></html>'
    )
    assert text_of(html) == "甲\u00a0乙 <丙>"


def test_entities_of_its_own_are_not_expanded() -> None:
    bomb = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
    html = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">{bomb}<!ENTITY f SYSTEM "file:///etc/passwd">]><html><body><p>正文&l9;&f;</p></body></html>'
    assert text_of(html) == "正文&l9;&f;"


def test_plain_text_under_the_suffix_is_read_as_such() -> None:
    assert read_html("第一行\n第二行 1 < 2\n".encode(), "页.html").media_type == "text/plain"


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", EmptyFileError),
        (b"<html><body> </body></html>", EmptyFileError),
        (b"<p hidden>x</p>", EmptyFileError),
        (b"%PDF-1.7", BinaryFileError),
        (b"<p>\0\0\0\0</p>", BinaryFileError),
        ("<blockquote>深".encode() * 10_000, DocumentError),
        (b"<b>x" * 600_000, DocumentError),
    ],
)
def test_a_refusal_is_one_line_with_the_name(data: bytes, error: type[KaojuError]) -> None:
    with pytest.raises(error) as caught:
        read_html(data, "页.html")
    assert "页.html" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_endless_nesting_of_boxes_keeps_the_words() -> None:
    assert text_of("<div>" * 10_000 + "终点" + "</div>" * 10_000 + "<p>之后</p>") == "终点\n\n之后"
    assert text_of("<p>" + "<font>字" * 10_000) == "字" * 10_000


@pytest.mark.parametrize(
    "html",
    [
        "<p>" + "先过滤，再打分。" * 200_000,
        "<p>前<img src='data:image/png;base64," + "A" * 5_000_000 + "'>后",
        "<p>头</p>" + "<script>" * 50_000,
        "<p>头</p>" + "<!--" * 50_000,
        "<p>头</p>" + "<" * 200_000,
        "<p>头</p>" + "<!DOCTYPE [" * 20_000,
        "<p>头</p>" + "<meta charset=" * 20_000,
        "<p>头</p>" + "<p>相关推荐</p><p></p>" * 5_000,
        "<p>头</p><table><tr>" + "<td colspan=1000 rowspan=60000>x" * 300 + "<tr><td>y" * 10_000,
        "<p>头</p><table><tr>" + "<td>x" * 10_000 + "<tr><td>y" * 10_000,
        "<title>" + "-" * 100_000 + "</title><p>头</p>",
        '<script type="application/ld+json">' + "[" * 100_000 + "</script><p>头</p>",
    ],
)
@pytest.mark.timeout(20)
def test_absurd_pages_end(html: str) -> None:
    assert text_of(html)[0] in "先前头"


def complaint(reader: Callable[[bytes, str], Reading], data: bytes) -> str:
    """Return what ``reader`` says against ``data``; nothing if it can be read."""
    try:
        reader(data, "页.html")
    except KaojuError as error:
        return str(error)
    return ""


def test_damaged_pages_end_in_a_reading_or_a_refusal() -> None:
    rng, whole = random.Random(7), PAGE.encode()
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(rng.randrange(1, 12)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        assert "\n" not in complaint(read_html, bytes(data[: rng.randrange(1, len(data) + 1)]))


MHTML = (
    "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://example.org/c\r\nMIME-Version: 1.0\r\n"
    'Content-Type: multipart/related; type="text/html"; boundary="----x"\r\n\r\n------x\r\n'
    "Content-Type: text/html{}\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n{}\r\n"
    "------x\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n------x--\r\n"
)


@pytest.mark.parametrize(("charset", "encoding"), [("", "utf-8"), ("; charset=big5", "big5hkscs")])
def test_a_page_saved_as_one_file(charset: str, encoding: str) -> None:
    words = "<p>節點先備份，再升級。</p>"
    quoted = "".join(f"={byte:02X}" for byte in words.encode(encoding))
    reading = read_mhtml(MHTML.format(charset, quoted).encode(), "頁.mhtml")
    assert (reading.text, reading.encoding) == ("節點先備份，再升級。", encoding)
    assert reading.meta == {"url": "https://example.org/c"}


@pytest.mark.parametrize(
    "data", [b"", b"\0" * 99, b"Content-Type: text/plain\r\n\r\nx", b"From: x", b"Content-Type: multipart/mixed"]
)
def test_mhtml_without_a_page_is_refused(data: bytes) -> None:
    with pytest.raises(DocumentError, match=r"頁\.mhtml"):
        read_mhtml(data, "頁.mhtml")


def test_damaged_mhtml_ends_in_a_reading_or_a_refusal() -> None:
    rng, whole = random.Random(3), MHTML.format("; charset=utf-8", "<p>=E7=94=B2</p>").encode()
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(rng.randrange(1, 8)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        assert "\n" not in complaint(read_mhtml, bytes(data))
