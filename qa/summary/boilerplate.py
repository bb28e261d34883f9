"""Sentences that tell of the page and its author rather than of the subject: never part of a summary. On folded text."""

import re

_BYLINE = re.compile(
    r"^\W*(?:作者|译者|编译|编辑|责编|审校|校对|撰文|撰稿|策划|文|图|来源|出处|出品|原文"
    r"|日期|时间|发布(?:于|时间|日期)|更新(?:于|时间|日期)|posted|written by|by)\s*[:|/]"
    r"|^\W*(?:author|editor|translator|source|date)\s*[:|]"
)
_SHARE = re.compile(
    r"写点什么|点赞|点个赞|点击(?:关注|阅读|查看|下载|这里|此处|链接|右上)|(?:转发|分享|推荐)(?:到|给|至|这篇|本文|朋友)|分享到|朋友圈|收藏本?文?$"
    r"|阅读(?:原文|全文|更多)|扫码|扫描.{0,8}(?:二维码|码)|二维码|公众号|微信群|加群|进群|钉钉群|加微信"
    r"|\b(?:share|tweet|like) (?:this|on)\b|\bsubscribe\b|\bfollow us\b|\bsign up\b|\bnewsletter\b"
)
_PLEA = re.compile(
    r"订阅(?:本|我们|专栏|频道|号)|关注(?:我们|本号|我的|一下|作者)|欢迎(?:关注|订阅|留言|前来|加入|参加|大家|评论|投稿|来)"
    r"|敬请(?:期待|关注)|试读|限时|优惠|立减|报名|购买|专栏"
    r"|打个招呼|(?:感谢|谢谢)(?:你|您|大家|各位|所有|阅读|[a-z]+ (?:推动|的))|不要害羞"
    r"|乐意(?:听取|听到)|期待(?:你|您)的|(?:鼓励|希望)(?:您|你)(?:参加|加入)"
    r"|在评论区|留言(?:区|告诉|讨论)|在线聊天|提交(?:反馈|评论)|如有(?:侵权|问题请)"
)
_PAGE = re.compile(
    r"版权(?:所有|归)|转载(?:请|自|须)|未经.{0,8}(?:许可|授权)"
    r"|copyright|©|all rights reserved|本文(?:首发|最初|经|转载|发表|由.{1,20}(?:翻译|整理|撰写))"
    r"|(?:旧|此|本|这篇)文章?.{0,12}(?:过时|过期)|上次更新|最后(?:更新|修改)|页面中的(?:信息|内容)|是否已?变得不正确|广告|赞助商"
    r"|相关(?:文章|阅读|推荐)|推荐阅读|上一篇|下一篇|返回(?:顶部|首页)"
    r"|每周一期|每月一期|第.{1,6}期.{0,16}(?:内容|周报)|以下是.{0,20}(?:周报|期刊|的内容)"
    r"|^\W*(?:作为)?(?:本文|本页|本章|本节|这篇文章|本篇)(?:用|以|将|会|主要|为您?|中|的|是|旨在|讲|介绍|包含|从|对)"
    r"|^\W*(?:上面|上文|以上)?只是?简单的?介绍|后面(?:还)?会.{0,20}(?:阐述|介绍|讲解)|^(?:页面|导航|菜单|目录|登录|注册)$"
)
_SELF = re.compile(r"^\W*我(?!们)(?:是|叫|在|来自|曾|还|又|也|参与|个人|想|觉得|认为)|(?<![自忘])我(?!们)|笔者|小编")
_ADDRESSED = re.compile(
    r"^\W*(?:(?:不过|当然了?|其实|所以|而且|那么|如果|但|但是),?)*(?:可能)?(?:相信|想必|或许|也许)?(?:你|您|大家|各位|读者).{0,6}(?:会|已经|知道|感受|听说|有疑问)|^\W*(?:不过|那么|好了?|接下来|首先|然后|现在)?,?\s*(?:让)?(?:我们|咱们)(?:先|就|再|来|从|一起|不妨|开始)"
)
_ABOUT_PEOPLE = re.compile(
    r"^\W*(?:关于(?:作者|我们|译者)|作者(?:简介|介绍)|个人简介|致谢|鸣谢|参考(?:资料|文献|链接)|相关(?:阅读|文章|链接)|推荐阅读|延伸阅读|写在(?:最后|后面)|结束语|结语|后记"
    r"|评论|留言|about (?:the )?author|acknowledge?ments|references|further reading)\W*$"
)
_LETTER = re.compile(r"[^\W\d_]")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_SENTENCE_END = re.compile(r"[。.!;][\"'”』」)）]*$")
_COMMAND = re.compile(
    r"^\s*(?:[$#>]|\w[\w.-]*(?: [\w./:=-]+)* --?\w)|[{}]\s*$|^\s*[\w./-]+:?\s*$|->|=>|^\W*https?://\S+\W*$"
)
_SHORTEST = 8  # letters


def is_boilerplate(folded: str) -> bool:
    """Tell a byline, a share link, an advert, a plea or a word on the page itself from what the document says."""
    return any(p.search(folded) for p in (_BYLINE, _SHARE, _PLEA, _PAGE, _SELF, _ADDRESSED))


def is_back_matter(heading: str) -> bool:
    """Tell the folded heading of what stands around a text: on the author, thanks, references, closing words."""
    return bool(_ABOUT_PEOPLE.search(heading))


def is_prose(folded: str) -> bool:
    """Tell words that can stand for themselves from commands, names, addresses, questions and scraps."""
    if len(_LETTER.findall(folded)) < _SHORTEST or folded.rstrip("\"'”』」)） ").endswith("?"):
        return False
    if _HAN.search(folded):
        return True
    return bool(_SENTENCE_END.search(folded.rstrip())) and not _COMMAND.search(folded)
