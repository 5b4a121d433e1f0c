import { describe, expect, it } from 'vitest'
import { type LandFacts, landRows, type LandRowId, type LandState } from '../../../../src/domain/land/preflight.js'

const READY: LandFacts = {
  busyAgents: 0,
  merging: false,
  accepted: 'current',
  uncommitted: 0,
  checks: [{ kind: 'test', ok: true, edits: 0 }],
  ahead: 1,
  behind: 0,
  brought: 0,
  conflicts: [],
  lanes: [],
  holder: null,
}
const holder = { path: '/shop', changes: 0, busy: null }

describe('the rows of a preflight', () => {
  it('are all fine where nothing is in the way', () => {
    const { rows, verdict } = landRows(READY)
    expect([verdict, new Set(rows.map(({ state }) => state))]).toEqual(['allowed', new Set(['ok'])])
  })

  it.each<[Partial<LandFacts>, LandRowId, LandState, string]>([
    [{ busyAgents: 1 }, 'agents', 'refused', 'refused'],
    [{ merging: true }, 'agents', 'refused', 'refused'],
    [{ accepted: 'none' }, 'accepted', 'ask', 'ask'],
    [{ accepted: 'stale' }, 'accepted', 'ask', 'ask'],
    [{ uncommitted: 1 }, 'committed', 'refused', 'refused'],
    [{ ahead: 0 }, 'committed', 'refused', 'refused'],
    [{ checks: [{ kind: 'test', ok: false, edits: 0 }] }, 'checks', 'ask', 'ask'],
    [{ checks: [{ kind: 'lint', ok: true, edits: 2 }] }, 'checks', 'ask', 'ask'],
    [{ checks: [{ kind: 'test', ok: null, edits: 0 }] }, 'checks', 'unknown', 'allowed'],
    [{ checks: [] }, 'checks', 'unknown', 'allowed'],
    [{ checks: null }, 'checks', 'unknown', 'allowed'],
    [{ behind: 3 }, 'base', 'warn', 'allowed'],
    [{ brought: 2 }, 'base', 'warn', 'allowed'],
    [{ conflicts: ['a.txt'] }, 'conflicts', 'refused', 'refused'],
    [{ conflicts: null }, 'conflicts', 'unknown', 'allowed'],
    [{ lanes: [{ lane: 2, title: 'Wishes', files: ['a.txt'] }] }, 'lanes', 'warn', 'allowed'],
    [{ lanes: null }, 'lanes', 'unknown', 'allowed'],
    [{ holder }, 'checkout', 'ok', 'allowed'],
    [{ holder: { ...holder, changes: 1 } }, 'checkout', 'refused', 'refused'],
    [{ holder: { ...holder, busy: 'rebase' } }, 'checkout', 'refused', 'refused'],
    [{ accepted: 'none', uncommitted: 1 }, 'accepted', 'ask', 'refused'],
  ])('given %j, %s is %s, and the verdict %s', (change, id, state, verdict) => {
    const found = landRows({ ...READY, ...change })
    expect([found.rows.find((row) => row.id === id)?.state, found.verdict]).toEqual([state, verdict])
  })
})
