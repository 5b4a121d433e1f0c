import { useEffect } from 'react'
import { useKeys } from '../../../../kit/keys.js'
import { OPEN_LAYER } from '../../../../kit/layer.js'

/** Opens the search with `/`, or with Ctrl or Cmd and F: the browser would only find the rendered part of the conversation. */
export function useFindKeys(open: () => void): void {
  useKeys({ '/': open })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (document.querySelector(OPEN_LAYER) !== null) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
}
