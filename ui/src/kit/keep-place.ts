const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled, [type="hidden"]), textarea, [tabindex="0"]'

/** Returns the controls around an element, on the page or in its layer: the next ones, then those before it. */
export function controlsAround(from: Element): readonly HTMLElement[] {
  const scope = from.closest('[data-layer], main')
  const controls = scope === null ? [] : [...scope.querySelectorAll<HTMLElement>(CONTROLS)]
  const at = controls.findIndex((control) => control === from)
  return [...controls.slice(at + 1), ...controls.slice(0, Math.max(0, at)).toReversed()]
}

/**
 * Keeps the keyboard focus near an element. If the element is removed while it has the focus, because its row was deleted, the
 * focus moves to the next remaining control, or to the one before. Ends when the focus moves elsewhere.
 */
export function keepPlace(from: HTMLElement): void {
  const nearest = controlsAround(from)
  if (nearest.length === 0) return
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
