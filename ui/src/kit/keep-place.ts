const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled, [type="hidden"]), textarea, [tabindex="0"]'

/**
 * Keeps the place of the keyboard. If the element is removed while it has the focus, because its row was deleted, the focus
 * moves to the next control that is left, or to the one before. Ends when the focus goes elsewhere.
 */
export function keepPlace(from: HTMLElement): void {
  const scope = from.closest('[data-layer], main')
  if (scope === null) return
  const controls = [...scope.querySelectorAll<HTMLElement>(CONTROLS)]
  const at = controls.indexOf(from)
  const nearest = [...controls.slice(at + 1), ...controls.slice(0, Math.max(0, at)).toReversed()]
  const watch = new MutationObserver(() => {
    if (from.isConnected) return
    end()
    if (document.activeElement === document.body) nearest.find((control) => control.isConnected)?.focus()
  })
  const onFocus = ({ target }: FocusEvent): void => {
    if (target !== from) end()
  }
  const end = (): void => {
    watch.disconnect()
    document.removeEventListener('focusin', onFocus)
  }
  watch.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', onFocus)
}
