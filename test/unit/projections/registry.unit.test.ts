import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ddlDigest } from '../../../src/adapters/sqlite/ddl-digest.js'
import { projections } from '../../../src/projections/registry.js'

const RECORDED = new URL('../../fixtures/projection-digests.json', import.meta.url)
/** Projections of what belongs to an account, or to the host, for ever. */
const NEVER_CHANGE_HANDS = [
  'account',
  'alert',
  'audit',
  'budget',
  'train',
  'race',
  'git-credential',
  'instructions',
  'lock',
  'postponed',
  'push',
  'remote-source',
  'seen',
  'user',
  'webhook',
]
const recorded = JSON.parse(readFileSync(RECORDED, 'utf8')) as Readonly<Record<string, string>>

describe('the projections of this release', () => {
  it.each(projections)('$name has the DDL recorded for its version', (projection) => {
    const made = `${projection.version} ${ddlDigest(projection)}`
    const [version] = (recorded[projection.name] ?? '').split(' ')
    const advice =
      version === String(projection.version)
        ? `the DDL of ${projection.name} changed: raise its version, then record "${projection.name}": "<version> <digest>"`
        : `record "${projection.name}": "${made}" in projection-digests.json`
    expect(recorded[projection.name], advice).toBe(made)
  })

  it('are all recorded, and no others', () => {
    expect(Object.keys(recorded).toSorted()).toEqual(projections.map(({ name }) => name).toSorted())
  })

  it.each(projections)('$name comes after those whose tables it reads', ({ name, uses }) => {
    const names = projections.map((projection) => projection.name)
    for (const used of uses) expect(names.indexOf(used)).toBeGreaterThanOrEqual(0)
    for (const used of uses) expect(names.indexOf(used)).toBeLessThan(names.indexOf(name))
  })

  it.each(projections.filter(({ ddl }) => ddl.some((sql) => /\bowner text/.test(sql))))(
    '$name moves its rows when the owner changes, or its rows never change hands',
    ({ name, reads, uses }) => {
      if (NEVER_CHANGE_HANDS.includes(name)) return
      expect(reads.has('session-owner-determined') || reads.has('lane-owner-changed')).toBe(true)
      if (name !== 'ownership') expect(uses).toContain('ownership')
    },
  )

  it('have distinct names for tables and indexes', () => {
    const names = projections.flatMap(({ ddl }) =>
      ddl.map((sql) => /create (?:table|(?:unique )?index) (\w+)/i.exec(sql)?.[1]),
    )
    expect(new Set(names).size).toBe(names.length)
  })
})
