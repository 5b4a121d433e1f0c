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
