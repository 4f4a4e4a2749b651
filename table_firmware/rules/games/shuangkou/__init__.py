"""温州双扣 (003): `baibian` and `qianbian` are games, as five pure functions each.

>>> from table_firmware.rules.cards import Seat, cards
>>> from table_firmware.rules.dealing import Deal
>>> from table_firmware.rules.round import Play
>>> from table_firmware.rules.games.shuangkou import baibian as game
>>> hands = cards("S4 H4 C4 BJ"), cards("D9 S9"), cards("C5 C7"), cards("HK HA")
>>> state = game.opening(game.options({}), Deal(hands, {"start": 0, "flip": 0}))
>>> [one] = [play for play in game.plays(game.view(state, Seat.E)) if len(play.cards) == 4]
>>> one.reading.type, one.reading.key
('bomb', 4)

Left out on purpose, because this table has no stakes of any kind: the 财富 edition (003 四, 表格3
and 表格4), 对局分 that rise with a level (表格1, 对局分 is 1 here), and the penalty for leaving.
"""
