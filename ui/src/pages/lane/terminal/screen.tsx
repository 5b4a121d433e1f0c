import { FitAddon } from '@xterm/addon-fit'
import { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { type RefObject, useEffect, useRef } from 'react'
import { currentToken } from '../../../api/token.js'
import { classes } from '../../../kit/classes.js'
import { terminalColors } from './colors.js'
import { connectTerminal, type TerminalConnection, type TerminalSize, type TerminalState } from './connection.js'
import styles from './screen.module.css'

export interface ScreenHandle {
  /** Types into the pane; false if that is not possible now. */
  readonly type: (text: string) => boolean
  readonly focus: () => void
}

interface ScreenProps {
  readonly lane: string
  readonly slot: number
  /** Its name, read aloud. */
  readonly label: string
  readonly readsAloud: boolean
  readonly focuses: boolean
  readonly isDimmed: boolean
  readonly handle: RefObject<ScreenHandle | null>
  readonly onState: (state: TerminalState) => void
  /** The user leaves the terminal with its key. */
  readonly onLeave: () => void
}

const FONT_PX = 13
const SCROLLBACK = 5000
const RESIZE_MS = 80

/** The screen of one pane. Another pane is another screen: give it a key. */
export default function Screen(props: ScreenProps) {
  const { lane, slot, label, readsAloud, focuses, isDimmed, handle, onState, onLeave } = props
  const box = useRef<HTMLDivElement>(null)
  const terminal = useRef<Terminal>(null)
  const latest = useRef({ onState, onLeave })
  useEffect(() => {
    latest.current = { onState, onLeave }
  })
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const screen = new Terminal({
      fontFamily: getComputedStyle(element).fontFamily,
      fontSize: FONT_PX,
      lineHeight: 1.25,
      scrollback: SCROLLBACK,
      theme: terminalColors(element),
      macOptionIsMeta: true,
    })
    const fit = new FitAddon()
    screen.loadAddon(fit)
    screen.open(element)
    fit.fit()
    terminal.current = screen
    const size = (): TerminalSize => ({ cols: screen.cols, rows: screen.rows })
    let wantsFocus = focuses
    const connection: TerminalConnection = connectTerminal({
      open: (wanted) => new WebSocket(socketAddress(lane, slot, wanted)),
      size,
      onReady: () => {
        screen.reset()
        if (wantsFocus) screen.focus()
        wantsFocus = false
      },
      onOutput: (bytes, drawn) => screen.write(bytes, drawn),
      onState: (state) => latest.current.onState(state),
      random: Math.random,
      later: (run, ms) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    })
    screen.onData((text) => void connection.type(text))
    screen.onResize((next) => connection.resize(next))
    screen.attachCustomKeyEventHandler((event) => {
      if (!(event.ctrlKey && event.code === 'Backquote')) return true
      event.preventDefault()
      if (event.type === 'keydown') latest.current.onLeave()
      return false
    })
    // Keys of the page must not act while the pane gets them.
    const keep = (event: KeyboardEvent): void => event.stopPropagation()
    element.addEventListener('keydown', keep)
    let timer: ReturnType<typeof setTimeout> | undefined
    const resized = new ResizeObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(() => fit.fit(), RESIZE_MS)
    })
    resized.observe(element)
    const themed = new MutationObserver(() => {
      screen.options.theme = terminalColors(element)
    })
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-contrast'] })
    handle.current = { type: connection.type, focus: () => screen.focus() }
    return () => {
      handle.current = null
      terminal.current = null
      clearTimeout(timer)
      resized.disconnect()
      themed.disconnect()
      element.removeEventListener('keydown', keep)
      connection.close()
      screen.dispose()
    }
    // Only another pane needs another screen.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [lane, slot])
  useEffect(() => {
    const { current } = terminal
    if (current !== null) current.options.screenReaderMode = readsAloud
  }, [readsAloud])
  return (
    <div
      ref={box}
      role="region"
      aria-label={label}
      className={classes(styles['screen'], isDimmed && styles['dimmed'])}
      data-screen
    />
  )
}

function socketAddress(lane: string, slot: number, { cols, rows }: TerminalSize): URL {
  const url = new URL('/ws/terminal', location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const token = currentToken()
  const query = { lane, slot, cols, rows, ...(token === null ? {} : { token }) }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return url
}
