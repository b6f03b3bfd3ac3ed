"""The names of openings, in English and in Chinese.

A name belongs to a position in any of its eight orientations, whatever order of moves leads there.
"""

from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from engine.board import canonical_position
from engine.coordinates import squares_from_transcript
from protocol.game import Game

_TABLE = """
c4c3|Diagonal opening|斜向开局
c4c5|Parallel opening|平行开局
c4e3|Perpendicular opening|垂直开局
c4c3d3c5b2|X-square opening|X 位开局
c4c3d3c5b3|Snake|蛇定式
c4c3d3c5b4|Heath|希思定式
c4c3d3c5b4d2d6|Heath-Bat|希思定式·蝙蝠
c4c3d3c5b4e3|Heath-Chimney|希思定式·烟囱
c4c3d3c5b5|Raccoon Dog|狸定式
c4c3d3c5b6|Rocket|火箭定式
c4c3d3c5b6c6b5|Hamilton|汉密尔顿定式
c4c3d3c5b6e3|Lollipop|棒棒糖定式
c4c3d3c5d6|Cow|牛定式
c4c3d3c5d6e3|Chimney|烟囱定式
c4c3d3c5d6f4b4|Cow, Bat|牛定式·蝙蝠
c4c3d3c5d6f4f5|Rose versus Toth|牛定式·罗斯对托特
c4c3d3c5d6f4f5d2|Tanida|谷田定式
c4c3d3c5d6f4f5d2b5|Aircraft|飞机定式
c4c3d3c5d6f4f5d2g4d7|Sailboat|帆船定式
c4c3d3c5d6f4f5e6c6d7|Maruoka|丸冈定式
c4c3d3c5d6f4f5e6f6|Landau|兰道定式
c4c3d3c5f6|Buffalo|野牛定式
c4c3d3c5f6e2c6|Buffalo, Maruoka|野牛定式·丸冈
c4c3d3c5f6e3c6f5f4g5|Buffalo, Tanida|野牛定式·谷田
c4c3d3c5f6f5|Buffalo, Hokuriku|野牛定式·北陆
c4c3e6c5|Wing|翼定式
c4c3f5c5|Semi-wing|半翼定式
c4e3f4c5d6e6|Mimura|三村定式
c4e3f4c5d6f3c6|Shaman|萨满定式
c4e3f4c5d6f3d3|Inoue|井上定式
c4e3f4c5d6f3d3c3|Iago|伊阿古定式
c4e3f4c5d6f3e2|Bhagat|巴加特定式
c4e3f4c5d6f3e6c3d3e2|Rose|玫瑰定式
c4e3f4c5d6f3e6c3d3e2b5|Flat|玫瑰定式·平展
c4e3f4c5d6f3e6c3d3e2b5f5|Rotating Flat|玫瑰定式·旋转平展
c4e3f4c5d6f3e6c3d3e2b5f5b3|Rotating Flat, Murakami|玫瑰定式·村上
c4e3f4c5d6f3e6c3d3e2b6f5|Rose-Birth|玫瑰定式·诞生
c4e3f4c5d6f3e6c3d3e2b6f5b4f6g5d7|Brightstein|玫瑰定式·布赖特斯坦
c4e3f4c5d6f3e6c3d3e2b6f5g5|Rose-Birdie|玫瑰定式·小鸟
c4e3f4c5d6f3e6c3d3e2d2|Greenberg|玫瑰定式·格林伯格
c4e3f4c5d6f3e6c6|Ralle|拉勒定式
c4e3f4c5e6|Horse|马定式
c4e3f5b4|Ganglion|神经节定式
c4e3f5e6d3|Italian|意大利定式
c4e3f5e6f4|Cat|猫定式
c4e3f5e6f4c5d6c6f7f3|Cat, Sakaguchi|猫定式·坂口
c4e3f5e6f4c5d6c6f7g5g6|Cat, Berner|猫定式·伯纳
c4e3f6b4|Bent Ganglion|弯神经节定式
c4e3f6e6f5|Tiger|虎定式
c4e3f6e6f5c5c3|Tiger, Stephenson|虎定式·斯蒂芬森
c4e3f6e6f5c5c3c6|Tiger, Comp'Oth|虎定式·计算机
c4e3f6e6f5c5c3g5|Tiger, Kung|虎定式·孔
c4e3f6e6f5c5d3|Leader's Tiger|虎定式·领袖
c4e3f6e6f5c5d6|Tiger, Brightwell|虎定式·布赖特韦尔
c4e3f6e6f5c5f4g5g4f3c6d3d6|Tiger, Ishii|虎定式·石井
c4e3f6e6f5c5f4g6f7|Tiger, Rose-Bill|虎定式·罗斯—比尔
c4e3f6e6f5c5f4g6f7d3|Tiger, Tamenori|虎定式·为则
c4e3f6e6f5c5f4g6f7g5|Tiger, Central Rose-Bill|虎定式·中央罗斯—比尔
c4e3f6e6f5g6|Tiger, Aubrey|虎定式·奥布里
"""


class OpeningName(NamedTuple):
    """An opening's name in each language."""

    en: str
    zh: str


def _read_table() -> Dict[Tuple[int, int], OpeningName]:
    names = {}
    for line in _TABLE.split("\n"):
        if line:
            transcript, english, chinese = line.split("|")
            game = Game(squares_from_transcript(transcript))
            names[canonical_position(game.player, game.opponent)] = OpeningName(english, chinese)
    return names


_NAMES = _read_table()
_LONGEST_PLIES = max(len(line.split("|")[0]) // 2 for line in _TABLE.split("\n") if line)


def name_opening(moves: Sequence[int]) -> List[Optional[OpeningName]]:
    """The name of the opening at each position of a game from the usual start: the last one reached."""
    game, name = Game(), None
    names: List[Optional[OpeningName]] = [None]
    for ply, move in enumerate(moves):
        if ply < _LONGEST_PLIES:
            game.play(move)
            name = _NAMES.get(canonical_position(game.player, game.opponent), name)
        names.append(name)
    return names
