import { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { terminalFont } from '../../../preferences/terminal-font.js'
import { terminalColors } from './colors.js'

const SCROLLBACK = 5000

/** Creates a terminal in an element, in the colours of the theme, which it follows until it is disposed. */
export function makeTerminal(element: HTMLElement): Terminal {
  const screen = new Terminal({
    fontFamily: getComputedStyle(element).fontFamily,
    fontSize: terminalFont.get(),
    lineHeight: 1.25,
    scrollback: SCROLLBACK,
    theme: terminalColors(element),
    macOptionIsMeta: true,
  })
  const themed = new MutationObserver(() => {
    screen.options.theme = terminalColors(element)
  })
  themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-contrast'] })
  screen.loadAddon({ activate: () => undefined, dispose: () => themed.disconnect() })
  screen.open(element)
  return screen
}
