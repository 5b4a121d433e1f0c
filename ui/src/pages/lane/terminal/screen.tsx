import { FitAddon } from '@xterm/addon-fit'
import type { Terminal } from '@xterm/xterm'
import { type RefObject, useEffect, useRef } from 'react'
import { currentToken } from '../../../api/token.js'
import { classes } from '../../../kit/classes.js'
import { terminalFont } from '../../../preferences/terminal-font.js'
import { connectTerminal, type TerminalConnection, type TerminalSize, type TerminalState } from './connection.js'
import { keepScreen, rememberScreen } from './last-screen.js'
import { linesBack } from './lines-back.js'
import { makeTerminal } from './make-terminal.js'
import { acceptPastes } from './pastes.js'
import styles from './screen.module.css'

export { default as EndedScreen } from './ended-screen.js'

export interface ScreenHandle {
  /** Types into the pane; false if that is not possible now. */
  readonly type: (text: string) => boolean
  /** Pastes a text into the pane. */
  readonly paste: (text: string) => void
  /** Shows the newest lines of the pane. */
  readonly newest: () => void
  readonly focus: () => void
}

interface ScreenProps {
  readonly lane: string
  readonly slot: number
  /** The run in the slot, whose last screen is remembered. */
  readonly run: string
  /** Its name, read aloud. */
  readonly label: string
  readonly readsAloud: boolean
  readonly focuses: boolean
  readonly isDimmed: boolean
  readonly handle: RefObject<ScreenHandle | null>
  readonly onState: (state: TerminalState) => void
  /** How many lines the pane is scrolled back; undefined while it follows the program. */
  readonly onScrolled: (lines: number | undefined) => void
  /** The user leaves the terminal with its key. */
  readonly onLeave: () => void
}

const RESIZE_MS = 80
/** What a terminal reports when its window gets or loses the focus. */
const FOCUS_REPORTS = ['\u001b[I', '\u001b[O']
const HIDE_CURSOR = '\u001b[?25l'

/** The screen of one pane. Another pane is another screen: give it a key. */
export default function Screen(props: ScreenProps) {
  const { lane, slot, run, label, readsAloud, focuses, isDimmed, handle, onState, onScrolled, onLeave } = props
  const box = useRef<HTMLDivElement>(null)
  const terminal = useRef<Terminal>(null)
  const latest = useRef({ onState, onScrolled, onLeave })
  useEffect(() => {
    latest.current = { onState, onScrolled, onLeave }
  })
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const screen = makeTerminal(element)
    const fit = new FitAddon()
    screen.loadAddon(fit)
    const keeper = keepScreen(screen)
    screen.loadAddon({ activate: () => undefined, dispose: () => keeper.dispose() })
    fit.fit()
    terminal.current = screen
    const size = (): TerminalSize => ({ cols: screen.cols, rows: screen.rows })
    let wantsFocus = focuses
    let wasOpen = false
    const remember = (): void => {
      if (!wasOpen) return
      const last = keeper.take()
      rememberScreen(run, last)
      if (keeper.isCleared()) screen.write(`\u001b[2J\u001b[H${last.text}`)
      screen.write(HIDE_CURSOR)
    }
    const connection: TerminalConnection = connectTerminal({
      open: (wanted) => new WebSocket(socketAddress(lane, slot, wanted)),
      size,
      onReady: () => {
        wasOpen = true
        screen.reset()
        if (wantsFocus) screen.focus()
        wantsFocus = false
      },
      onOutput: (bytes, drawn) => screen.write(bytes, drawn),
      onState: (state) => {
        // After everything that was sent before the end is drawn.
        if (state.is === 'ended') screen.write('', remember)
        latest.current.onState(state)
      },
      random: Math.random,
      later: (retry, ms) => {
        const timer = setTimeout(retry, ms)
        return () => clearTimeout(timer)
      },
    })
    let scrolled: number | undefined
    screen.onWriteParsed(() => {
      const lines = linesBack(screen)
      if (lines === scrolled) return
      scrolled = lines
      latest.current.onScrolled(lines)
    })
    // tmux would take a report for a key, and show the newest lines.
    screen.onData(
      (text) => void (scrolled !== undefined && FOCUS_REPORTS.includes(text) ? undefined : connection.type(text)),
    )
    const pastes = acceptPastes(element, () => screen.focus(), connection.paste)
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
    const fonts = terminalFont.subscribe(() => {
      screen.options.fontSize = terminalFont.get()
      fit.fit()
    })
    handle.current = {
      type: connection.type,
      paste: pastes.paste,
      newest: connection.newest,
      focus: () => screen.focus(),
    }
    return () => {
      handle.current = null
      terminal.current = null
      clearTimeout(timer)
      resized.disconnect()
      fonts()
      element.removeEventListener('keydown', keep)
      pastes.dispose()
      connection.close()
      if (wasOpen) rememberScreen(run, keeper.take())
      screen.dispose()
      latest.current.onScrolled(undefined)
    }
    // Only another pane needs another screen.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [lane, slot, run])
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
