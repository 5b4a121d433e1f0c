import type { Page } from 'playwright-core'

/** The accessible name of the element with the focus, as far as these tests need it; empty for none. */
const FOCUSED = `(() => {
  const element = document.activeElement
  if (element === null || element === document.body) return ''
  const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent
  return label.replace(/\\s+/g, ' ').trim()
})()`

/** Returns the name of the element with the focus; empty if none has it. */
export const focusedName = (page: Page): Promise<string> => page.evaluate<string>(FOCUSED)

/** Presses Tab until the element with a name has the focus. */
export const tabTo = async (page: Page, name: string | RegExp, key = 'Tab'): Promise<void> => {
  const passed = new Set<string>()
  for (let tabs = 0; tabs < 90; tabs += 1) {
    const focused = await focusedName(page)
    if (typeof name === 'string' ? focused === name : name.test(focused)) return
    passed.add(focused)
    await page.keyboard.press(key)
  }
  throw new Error(`no ${key} leads to ${name}, only to ${[...passed].join(', ')}`)
}
