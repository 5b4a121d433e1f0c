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
  // The owner is who caused the first event of a row. The export includes both, so that an import can restore them.
  // The audit log says who did what, and an ask who answered it, a landing who landed it, a train or a race who started it.
  expect(reading).toEqual([
    'src/projections/ask.ts',
    'src/projections/audit.ts',
    'src/projections/landing.ts',
    'src/projections/ownership.ts',
    'src/projections/queries/audit.ts',
    'src/projections/queries/export.ts',
    'src/projections/queries/landings.ts',
    'src/projections/queries/races.ts',
    'src/projections/queries/trains.ts',
    'src/projections/race.ts',
    'src/projections/train.ts',
  ])
})

it('only rows that never change hands take their owner from the event that creates them', () => {
  const projections = files.filter((file) => file.startsWith('src/projections/'))
  // That of a worktree is known before its lane, and changes with it.
  expect(holding(/\bownerOf\(/, projections)).toEqual(
    [
      'alert',
      'budget',
      'git-credential',
      'lane',
      'lock',
      'ownership',
      'push',
      'race',
      'remote-source',
      'train',
      'webhook',
    ].map((name) => `src/projections/${name}.ts`),
  )
})
