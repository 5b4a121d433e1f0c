import type { IBufferCell, IDisposable, Terminal } from '@xterm/xterm'
import { useSyncExternalStore } from 'react'
import { createSignal } from '../../../store/signal.js'

/** What a terminal showed, for another one to draw. */
export interface LastScreen {
  readonly cols: number
  readonly rows: number
  /** Its lines, with their colours. */
  readonly text: string
  /** When it was read. */
  readonly at: number
}

const ALTERNATE = 1049
const [BRIGHT, INDEXED] = [8, 16]

/** Returns the parameters that set the look of a cell. */
function lookOf(cell: IBufferCell): string {
  const look = [0]
  for (const [isSet, code] of [
    [cell.isBold(), 1],
    [cell.isDim(), 2],
    [cell.isItalic(), 3],
    [cell.isUnderline(), 4],
    [cell.isInverse(), 7],
    [cell.isInvisible(), 8],
    [cell.isStrikethrough(), 9],
  ] as const)
    if (isSet) look.push(code)
  look.push(...colour(30, cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor()))
  look.push(...colour(40, cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor()))
  return look.join(';')
}

function colour(base: number, isRgb: boolean, isPalette: boolean, value: number): readonly number[] {
  if (isRgb) return [base + 8, 2, (value >> 16) & 255, (value >> 8) & 255, value & 255]
  if (!isPalette) return []
  if (value < BRIGHT) return [base + value]
  return value < INDEXED ? [base + 60 + value - BRIGHT] : [base + 8, 5, value]
}

/** Returns what a terminal shows now. */
export function screenOf({ buffer, cols, rows }: Terminal): LastScreen {
  const { active } = buffer
  const lines: string[] = []
  for (let row = 0; row < rows; row += 1) {
    const line = active.getLine(active.viewportY + row)
    let text = ''
    let look = '0'
    const length = line?.translateToString(true).length ?? 0
    for (let column = 0; column < length; column += 1) {
      const cell = line?.getCell(column)
      if (cell === undefined || cell.getWidth() === 0) continue
      const next = lookOf(cell)
      if (next !== look) text += `\u001b[${next}m`
      look = next
      text += cell.getChars() || ' '
    }
    lines.push(look === '0' ? text : `${text}\u001b[0m`)
  }
  return { cols, rows, text: lines.join('\r\n').trimEnd(), at: Date.now() }
}

/** Follows a terminal whose screen tmux clears when it leaves. */
export interface ScreenKeeper extends IDisposable {
  /** Returns the last screen of the program. */
  readonly take: () => LastScreen
  /** Whether tmux has cleared it. */
  readonly isCleared: () => boolean
}

/** tmux clears the screen and returns to the normal one when it leaves: the screen before that is kept. */
export function keepScreen(terminal: Terminal): ScreenKeeper {
  let beforeClear: LastScreen | undefined
  let last: LastScreen | undefined
  const { parser, buffer } = terminal
  const handlers = [
    parser.registerCsiHandler({ final: 'J' }, () => {
      const { cursorX, cursorY } = buffer.active
      if (cursorX === 0 && cursorY === 0 && last === undefined) beforeClear = screenOf(terminal)
      return false
    }),
    parser.registerCsiHandler({ prefix: '?', final: 'l' }, (params) => {
      if (params.includes(ALTERNATE)) last = beforeClear
      return false
    }),
    parser.registerCsiHandler({ prefix: '?', final: 'h' }, (params) => {
      // It shows a pane again.
      if (params.includes(ALTERNATE)) last = undefined
      return false
    }),
  ]
  return {
    take: () => last ?? screenOf(terminal),
    isCleared: () => last !== undefined,
    dispose: () => {
      for (const handler of handlers) handler.dispose()
    },
  }
}

const MOST = 20
const screens = createSignal<ReadonlyMap<string, LastScreen>>(new Map())

/** Remembers the last screen of a run while the page is open, for the newest few. */
export function rememberScreen(run: string, screen: LastScreen): void {
  const others = [...screens.get()].filter(([other]) => other !== run)
  screens.set(new Map([...others, [run, screen] as const].slice(-MOST)))
}

/** Returns the last screen of a run that this page has seen. */
export const useLastScreen = (run: string): LastScreen | undefined =>
  useSyncExternalStore(screens.subscribe, () => screens.get().get(run))
