"""The words with which web sites ask their visitors to read on, follow, share and subscribe, in both scripts."""

import re
from functools import lru_cache

from corpus.normalize import fold_text

MAX_NOTICE = 240  # characters; what is longer is prose

_BUTTON = (
    r"(?:点赞|赞赏|打赏|赞|收藏|分享|评论|转发|在看|喜欢|举报|关注|订阅|投币|回复|登录|登入|注册|复制(?:链接|代码)?|打印|列印"
    r"|朋友圈|微信|微博|扫一扫|豆瓣|qq空间|qq|facebook|twitter|linkedin|line|email|share|tweet|like|copy|copied|print"
    r"|sign in|sign up|log ?in)"
)
_LIST_TITLE = re.compile(
    r"(?:相关(?:推荐|文章|阅读|链接|新闻|资讯|帖子|内容|热门|话题|主题)|(?:推荐|延伸|扩展|更多|热门|最新|精选)(?:阅读|文章|推荐|评论|标签|排行|发布)"
    r"|猜你喜欢|你(?:可能|也许)(?:还|也|会)*(?:喜欢|感兴趣)(?:的)?.{0,4}|大家都在看|为(?:你|您)推荐"
    r"|(?:网友|发表|全部|精选|热门|用户|文章|最新)?(?:评论|留言)(?:区|列表)?(?: ?\(?\d+\)?(?: ?条)?)?"
    r"|related (?:posts?|articles?|links?|reading|stories)|you (?:may|might) also like|recommended(?: for you)?"
    r"|comments?(?: ?\(\d+\))?) ?[:»>]*"
)
_BUTTONS = re.compile(rf"(?:{_BUTTON}[\s\d()·|/、,+.!万k到至:]*)+")
_NEIGHBOUR = re.compile(r"[«‹←<]? ?(?:(?:上|下|前|后)一?[篇章页节]|previous|prev\b|next\b|older|newer)")
_NEIGHBOUR_COLON = re.compile(r"[«‹←<]? ?(?:上|下|前|后)一?(?:篇|章|页|节)(?:文章)? ?(?:[:»«›‹←→>].*)?")
_NOTICES = tuple(
    re.compile(pattern)
    for pattern in (
        r".{0,24}(?:长按|扫描?|识别|扫码).{0,16}二维码.{0,16}(?:关注|加群|进群|入群|加入|添加|公众号|订阅|小助手).{0,40}",
        r"[^一-鿿a-z]*扫(?:码|一扫).{0,12}(?:关注|加群|进群|入群|公众号).{0,30}",
        r"(?:欢迎|请|快来|长按|点击|微信搜索?|搜索|更多.{2,12},?请?)?.{0,8}(?:关注|订阅|搜一?搜).{0,8}(?:公众号|订阅号|视频号).{0,40}",
        r"(?:本文)?(?:首发于|来自|转载自)?(?:微信)?公众号 ?[:|].{1,30}",
        r"点击.{0,6}(?:蓝字|阅读原文|在看|卡片).{0,30}|.{0,16}点个?(?:赞|在看).{0,24}",
        r"(?:欢迎|喜欢|觉得|如果).{0,24}(?:点赞|在看|转发|收藏|打赏|留言|关注我们?).{0,24}",
        r"(?:关注|订阅)(?:我们|本站|本号|电子报|邮件|博客).{0,40}|subscribe to (?:our|the) .{0,60}",
        r"(?:分享|转发)(?:本文|文章)?(?:到|至|给).{0,40}|share (?:this|on|via)\b.{0,40}",
        r"(?:we|this (?:web)?site|our (?:web)?site) uses? cookies\b.*|(?:accept|reject) (?:all )?cookies?",
        r"(?:本网?站|我们|此网站|本网页).{0,10}使用.{0,16}cookies?.*|(?:接受|同意|拒绝)(?:所有|全部)? ?cookies?",
        r"(?:展开|阅读|查看|显示)(?:全文|更多|全部|剩余.{0,8})|(?:返回|回到)(?:顶部|首页)|back to top|read more",
        r"skip to (?:main )?content|跳[至到转].{0,4}内容|edit this page(?: on github)?|(?:在 ?github ?上)?编辑(?:此|本|这个?)页面?",
        r"was this (?:page|article) helpful\?.{0,20}|(?:本|此|这)(?:页|篇)?(?:面|文章?|内容)?.{0,6}有(?:帮助|用)吗\?.{0,10}",
        r"版权声明 ?:.*|转载请.{0,60}|未经.{0,12}(?:不得|禁止|请勿)转载.{0,30}|(?:copyright|©|\(c\)).{0,120}",
        r".{0,60}(?:版权所有|all rights reserved|[京沪粤浙苏川鄂]icp备.{0,24}|公网安备.{0,24}).{0,20}",
        r"广告|advertisement|sponsored|责任?编辑? ?:.{0,20}",
    )
)


def is_list_title(words: str) -> bool:
    """Tell whether ``words`` are the title of a list of other pages or of comments, as 相关推荐 is."""
    return bool(_LIST_TITLE.fullmatch(_plain(words)))


def is_notice(words: str, *, in_links: bool) -> bool:
    """Tell whether a block's ``words`` are only a request to visitors or, if they stand in links, a way to the next page."""
    plain = _plain(words)
    if in_links and _NEIGHBOUR.match(plain):
        return True
    patterns = (_NEIGHBOUR_COLON, *_NOTICES)
    return any(pattern.fullmatch(plain) for pattern in patterns)


def is_buttons(words: str) -> bool:
    """Tell whether ``words`` name nothing but buttons, with or without a count."""
    return bool(_BUTTONS.fullmatch(_plain(words)))


@lru_cache(maxsize=8)
def _plain(words: str) -> str:
    return " ".join(fold_text(words).split())
