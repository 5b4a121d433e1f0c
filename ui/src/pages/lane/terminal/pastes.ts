import type { Terminal } from '@xterm/xterm'
import { pasteText } from './paste-text.js'

interface PasteParts {
  readonly element: HTMLElement
  readonly screen: Terminal
  /** Whether the pane is scrolled back. */
  readonly isScrolled: () => boolean
  /** Shows the newest lines of the pane. */
  readonly newest: () => void
}

/** tmux tells the terminal a moment after the newest lines whether the program marks pastes. */
const MARKED_MS = 50
const POLL_MS = 20
const PATIENCE_MS = 2000

/**
 * Lets a terminal accept pastes and drops, without control characters. While the pane is scrolled back, its program gets no marks
 * around a paste, and would run each line: the newest lines are shown first.
 */
export function acceptPastes({ element, screen, isScrolled, newest }: PasteParts) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const whenNewest = (text: string, patience: number): void => {
    if (!isScrolled()) timer = setTimeout(() => screen.paste(text), MARKED_MS)
    else if (patience > 0) timer = setTimeout(() => whenNewest(text, patience - POLL_MS), POLL_MS)
  }
  const paste = (text: string): void => {
    const clean = pasteText(text)
    if (clean === '') return
    if (!isScrolled()) return screen.paste(clean)
    clearTimeout(timer)
    newest()
    whenNewest(clean, PATIENCE_MS)
  }
  const onPaste = (event: ClipboardEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    paste(event.clipboardData?.getData('text/plain') ?? '')
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    paste(event.dataTransfer?.getData('text/plain') ?? '')
    screen.focus()
  }
  const onDragOver = (event: DragEvent): void => event.preventDefault()
  // Before the terminal's own listeners, which paste the text unchanged.
  element.addEventListener('paste', onPaste, true)
  element.addEventListener('drop', onDrop, true)
  element.addEventListener('dragover', onDragOver, true)
  return {
    paste,
    dispose: () => {
      clearTimeout(timer)
      element.removeEventListener('paste', onPaste, true)
      element.removeEventListener('drop', onDrop, true)
      element.removeEventListener('dragover', onDragOver, true)
    },
  }
}
