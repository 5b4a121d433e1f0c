import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localPrincipal, visibilityWithin } from '../../../../src/domain/access/visibility.js'
import { type CallQuery, listCalls, openCalls } from '../../../../src/projections/queries/calls.js'
import { NOON, openOwners } from '../../../support/access/two-owners.js'
import { stepsOf } from '../../../support/kernel/query-steps.js'

const everything = visibilityWithin(localPrincipal, 'all')
const ALL: CallQuery = {
  sources: [],
  providers: [],
  limit: 50,
  before: null,
  failed: false,
  tool_name: [],
  session_id: [],
  agent_id: [],
  cwd: [],
  from: undefined,
  to: undefined,
}

let owners: Awaited<ReturnType<typeof openOwners>>
beforeAll(async () => {
  owners = await openOwners(['ada', 'ben'])
})
afterAll(() => owners.close())

describe('a page of calls', () => {
  it.each([
    ['all calls', ALL],
    ['a later page', { ...ALL, before: { at: NOON, id: 9 } }],
    ['failures', { ...ALL, failed: true }],
    ['a session', { ...ALL, session_id: ['ada'] }],
    ['a tool', { ...ALL, tool_name: ['Bash'] }],
  ])('reads no calls and no log rows but its own (%s)', (_, query) => {
    const steps = stepsOf(owners.db, (db) => [listCalls(db, everything, query), openCalls(db, everything, query)])
    expect(steps.filter((step) => /^SCAN (?:c|l|log|p_call|s|a|n)\b/.test(step))).toEqual([])
  })

  it('reads the events from the newest on and sorts no more than the page', () => {
    const steps = stepsOf(owners.db, (db) => listCalls(db, everything, { ...ALL, failed: true }))
    expect(steps.join('\n')).toContain('SEARCH e USING COVERING INDEX i_event_rare (type=?)')
  })
})
