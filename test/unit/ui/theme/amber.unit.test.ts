import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '../../../../ui/src')
/** Selectors that mean "waits for the user": by their name, or the number in the headline and the toast; and the warning that an agent
 * will ask for nothing. */
const MEANS_WAITING = /need|waiting|fresh|unguarded|\.toast\b|\.(?:top|line) h1 em|:root/

it('uses amber only for what needs the user', () => {
  const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
  const rules = sheets.flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(
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
