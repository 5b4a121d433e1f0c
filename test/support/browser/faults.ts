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
    "axe.run(document, { resultTypes: ['violations'], preload: false, selectors: false })",
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

// A text that ends with an ellipsis is cut on purpose, and one for screen readers is a pixel wide.
const CUT_LAYERS = `[...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')]
  .flatMap((layer) => [layer, ...layer.querySelectorAll('*')])
  .filter((one) => {
    const { overflowX, textOverflow } = getComputedStyle(one)
    return overflowX !== 'visible' && textOverflow !== 'ellipsis' && one.clientWidth > 2 && one.scrollWidth > one.clientWidth + 1
  })
  .map((one) => one.outerHTML.slice(0, 160))`

/** Returns the boxes of open dialogs, menus and lists whose content is wider than they are. */
export const cutLayers = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(CUT_LAYERS)

/**
 * Controls that are too small to tap. Each must have a large enough box or a large enough hit area, measured through its
 * centre. Links in running text are exempt, because they are as high as their line.
 */
const SMALL = `[...document.querySelectorAll('button, a, select, input, summary, [role=tab]')].flatMap((one) => {
  const isHit = () => {
    one.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = one.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const reach = (dx, dy) => {
      let steps = 0
      while (steps < 44 && one.contains(document.elementFromPoint(x + dx * (steps + 1), y + dy * (steps + 1)))) steps++
      return steps
    }
    return reach(-1, 0) + reach(1, 0) >= 42 && reach(0, -1) + reach(0, 1) >= 42
  }
  if (one.closest('[data-prose], p') !== null) return []
  const target = one.matches('input') ? one.closest('label') ?? one : one
  const { width, height, bottom } = target.getBoundingClientRect()
  const isSeen = width > 1 && height > 1 && bottom > 0 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  return isSeen && Math.min(width, height) < 43.5 && !isHit() ? [\`\${one.className || one.textContent} \${Math.round(width)}x\${Math.round(height)}\`] : []
})`

/** Returns the controls that are smaller than 44 px, each with its size. */
export const smallTargets = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(SMALL)
