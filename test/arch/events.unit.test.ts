import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `src/${file}`)
const holding = (pattern: RegExp, among: readonly string[] = files): readonly string[] =>
  among.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8'))).toSorted()

it('only the constructors in streams.ts create stream names', () => {
  expect(holding(/\bas StreamName\b/)).toEqual(['src/events/streams.ts'])
})

it('a projection does not depend on who caused an event or how it arrived, except for the owner', () => {
  const projections = files.filter((file) => file.startsWith('src/projections/'))
  expect(projections.length).toBeGreaterThan(50)
  const reading = holding(/\.(?:by|via)\b|[{,]\s*(?:by|via)\b[^{}()]*\} ?[=):]/, projections)
  // A row's owner is who caused its first event. The export includes both, so that an import can restore them.
  expect(reading).toEqual(['src/projections/owner.ts', 'src/projections/queries/export.ts'])
})
