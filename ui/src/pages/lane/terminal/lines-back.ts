import type { Terminal } from '@xterm/xterm'

/** How many lines a pane is scrolled back, and how many it has, as tmux shows it in the first line. */
const POSITION = /\[(\d+)\/\d+\]$/
/** The colour that tmux draws it on: a program that prints the same text hardly uses it. */
const YELLOW = 3

/** Returns how many lines the pane in a terminal is scrolled back; undefined if it follows the program. */
export function linesBack({ buffer: { active }, cols }: Terminal): number | undefined {
  const line = active.getLine(active.viewportY)
  const cell = line?.getCell(cols - 1)
  if (line === undefined || cell?.getChars() !== ']' || !cell.isBgPalette() || cell.getBgColor() !== YELLOW)
    return undefined
  const lines = POSITION.exec(line.translateToString(true))?.[1]
  return lines === undefined ? undefined : Number(lines)
}
