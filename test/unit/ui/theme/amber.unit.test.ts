import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const THEME = join(import.meta.dirname, '../../../../ui/src/theme')
/** What tells that somebody is waited for: its name says so, or it is the number of the headline and the notice of it. */
const MEANS_WAITING = /need|fresh|\.toast\b|\.top h1 em|:root/

it('is amber only what needs the reader', () => {
  const rules = readdirSync(THEME).flatMap((file) =>
    [...readFileSync(join(THEME, file), 'utf8').matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(
      ([, selector = '', body = '']) => ({
        selector: selector.replace(/\/\*.*?\*\//gs, '').trim(),
        body,
      }),
    ),
  )
  const amber = rules.filter(({ body }) => body.includes('var(--need'))
  expect(amber.length).toBeGreaterThan(5)
  expect(amber.map(({ selector }) => selector).filter((selector) => !MEANS_WAITING.test(selector))).toEqual([])
})
