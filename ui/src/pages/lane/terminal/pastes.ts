import { t } from '../../../i18n/i18n.js'
import { notify } from '../../../kit/notices.js'
import type { Pasted } from './connection.js'
import { pasteText } from './paste-text.js'

/**
 * Lets a terminal accept pastes and drops, without control characters. The service pastes them: only tmux knows whether the program
 * in the pane marks pastes, and a shell runs the lines of one that is not marked.
 */
export function acceptPastes(element: HTMLElement, focus: () => void, send: (text: string) => Pasted) {
  const paste = (text: string): void => {
    const clean = pasteText(text)
    if (clean !== '' && send(clean) === 'oversized') notify(t('lanes:terminal.pasteTooLong'))
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
    focus()
  }
  const onDragOver = (event: DragEvent): void => event.preventDefault()
  // Before the terminal's own listeners, which paste the text unchanged.
  element.addEventListener('paste', onPaste, true)
  element.addEventListener('drop', onDrop, true)
  element.addEventListener('dragover', onDragOver, true)
  return {
    paste,
    dispose: () => {
      element.removeEventListener('paste', onPaste, true)
      element.removeEventListener('drop', onDrop, true)
      element.removeEventListener('dragover', onDragOver, true)
    },
  }
}
