import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string }[]
}

/** Returns the serious accessibility violations of a page, each with its first element. */
export const graveFaults = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(AXE)
  const { violations } = await page.evaluate<{ readonly violations: readonly Violation[] }>(
    "axe.run(document, { resultTypes: ['violations'] })",
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')

const TINY = `[...document.body.querySelectorAll('*')]
  .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''))
  .filter((element) => element.checkVisibility())
  .map((element) => [Number.parseFloat(getComputedStyle(element).fontSize), element.outerHTML.slice(0, 120)])
  .filter(([size]) => size < 12)
  .map(([size, html]) => size + 'px: ' + html)`

/** Returns the texts below the minimum font size, each with its size. */
export const tinyText = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(TINY)

// Strips of tabs and filters scroll sideways; nothing else does.
const CUT = `[...document.querySelectorAll('a, button, input, select, [role=tab], th')].flatMap((one) => {
  // The hit area of an icon may be larger than what is visible.
  const seen = one.textContent.trim() === '' ? (one.querySelector('svg') ?? one) : one
  const { left, right, width } = seen.getBoundingClientRect()
  if (width < 2 || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
  if (one.closest('pre, [aria-hidden=true], .skip') !== null) return []
  const boxes = []
  for (let box = one.parentElement; box !== null; box = box.parentElement) boxes.push(box)
  const clips = boxes.filter((box) => getComputedStyle(box).overflowX !== 'visible' && box.clientWidth > 0)
  if (clips.some((box) => box.matches('nav, [data-strip]') && box.scrollWidth > box.clientWidth)) return []
  const isOut = [document.documentElement, ...clips].some((box) => {
    const edge = box.getBoundingClientRect()
    return left < edge.left - 1 || right > edge.right + 1
  })
  const isCut = one.matches('button') && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible'
  return isOut || isCut ? [one.outerHTML.slice(0, 160)] : []
})`

/** Returns the controls and table headings whose ends are not visible: cut off, or behind the edge of the page. */
export const cutControls = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(CUT)
