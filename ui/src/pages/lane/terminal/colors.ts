import type { ITheme } from '@xterm/xterm'

/** The colours of a terminal, by the token that holds each one. */
const TOKENS = {
  background: '--term',
  foreground: '--term-ink',
  cursor: '--term-ink',
  cursorAccent: '--term',
  selectionBackground: '--term-select',
  black: '--term-line',
  red: '--t-red',
  green: '--t-green',
  yellow: '--t-yellow',
  blue: '--t-blue',
  magenta: '--t-magenta',
  cyan: '--t-cyan',
  white: '--term-ink',
  brightBlack: '--term-dim',
  brightRed: '--t-red',
  brightGreen: '--t-green',
  brightYellow: '--t-yellow',
  brightBlue: '--t-blue',
  brightMagenta: '--t-magenta',
  brightCyan: '--t-cyan',
  brightWhite: '--term-bright',
} as const satisfies ITheme

/** Returns the colours of the terminal as xterm reads them: it does not know OKLCH. */
export function terminalColors(element: Element): ITheme {
  const style = getComputedStyle(element)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const hexOf = (token: string): string => {
    if (context === null) return '#000000'
    context.fillStyle = style.getPropertyValue(token)
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  }
  return Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, hexOf(token)]))
}
