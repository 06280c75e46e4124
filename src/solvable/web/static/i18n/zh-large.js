/** @type {Record<string, string | {one: string, other: string}>} */
export default {
  "zoom.label": "远近", "zoom.in": "放大", "zoom.out": "缩小", "zoom.fit": "看整个棋盘",
  "large.coming": "正在读取 {size} 的棋盘 …", "large.reading": "正在读取棋盘 …",
  "error.large": "本页最多显示 {most} 格的棋盘，这个有 {cells} 格。更大的可用程序求解：pip install solvable。",
  "error.long": "这段文字太长，不会是棋盘。",
};
