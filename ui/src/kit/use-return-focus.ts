import { type MouseEvent, type RefObject, useEffect } from 'react'

/** The link that was followed last, by list. */
const followed = new Map<string, string>()

const linkIn = (target: EventTarget): Element | null =>
  target instanceof Element ? target.closest('a[data-session], a[data-lane]') : null

/**
 * Gives the focus back to the row that was opened when the user returns to its list. Otherwise the next key would act on the page:
 * Esc would remove the filter.
 */
export function useReturnFocus(name: string, list: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const href = followed.get(name)
    if (href === undefined) return
    followed.delete(name)
    const isBack = (): boolean => {
      if (document.activeElement !== document.body) return true
      const row = list.current?.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`)
      row?.focus({ preventScroll: true })
      return row != null && document.activeElement === row
    }
    // The row may be rendered later than the page, and long lists hide a row until it is measured.
    const observer = new MutationObserver(() => isBack() && observer.disconnect())
    if (!isBack()) observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] })
    return () => observer.disconnect()
  }, [name, list])
  return {
    onClickCapture: ({ target }: MouseEvent): void => {
      const href = linkIn(target)?.getAttribute('href')
      if (href != null) followed.set(name, href)
    },
  }
}
