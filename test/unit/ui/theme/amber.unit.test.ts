import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const THEME = join(import.meta.dirname, '../../../../ui/src/theme')
/** Selectors that mean "waits for the user": by their name, or the number in the headline and the toast. */
const MEANS_WAITING = /need|fresh|\.toast\b|\.top h1 em|:root/

it('uses amber only for what needs the user', () => {
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
