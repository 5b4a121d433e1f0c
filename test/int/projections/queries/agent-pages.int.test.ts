import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localPrincipal, visibilityWithin } from '../../../../src/domain/access/visibility.js'
import { DEFAULT_RULES } from '../../../../src/domain/pricing/defaults.js'
import type { New } from '../../../../src/events/envelope.js'
import { type AgentQuery, listAgents } from '../../../../src/projections/queries/agents.js'
import { PriceBook } from '../../../../src/projections/pricing/price-book.js'
import type { Reader } from '../../../../src/projections/sql.js'
import { type Kernel, openKernel } from '../../../support/kernel/kernel.js'

const [SESSIONS, SUBAGENTS] = [4, 3]
const ONE_INSTANT = 1_763_600_000_000

const hook = (session: string, kind: string, data: Readonly<Record<string, string>> = {}): New => ({
  type: 'hook-received',
  data: { kind, provider: 'claude', payload: { session_id: session, ...data } },
  occurredAt: ONE_INSTANT,
  by: 'local',
  via: 'hook',
})

let kernel: Kernel
beforeEach(async () => {
  kernel = openKernel()
  for (let i = 0; i < SESSIONS; i += 1) {
    const session = `s-${i}`
    // Sessions share agent ids, as a fork and its parent do.
    const agents = Array.from({ length: SUBAGENTS }, (_, n) => ({ agent_id: `agent-${n}`, agent_type: 'Explore' }))
    const started = agents.map((agent) => hook(session, 'SubagentStart', agent))
    const stopped = i % 2 === 0 ? agents.map((agent) => hook(session, 'SubagentStop', agent)) : []
    await kernel.append(session, [hook(session, 'SessionStart'), ...started, ...stopped])
  }
})
afterEach(() => kernel.close())

const ALL: AgentQuery = {
  sources: [],
  providers: [],
  limit: 100,
  offset: 0,
  status: undefined,
  session_id: undefined,
  session_ids: [],
}
const list = (query: Partial<AgentQuery>, db: Reader = kernel.projector.db): readonly string[] =>
  listAgents(db, visibilityWithin(localPrincipal, 'all'), new PriceBook(DEFAULT_RULES, db), { ...ALL, ...query }).map(
    ({ session_id, id }) => `${session_id} ${id}`,
  )

/** Returns the query plan of the list. */
const planOf = (query: Partial<AgentQuery>): readonly string[] => {
  const { db } = kernel.projector
  const steps: string[] = []
  const explaining: Reader = {
    get: (sql, ...params) => db.get(sql, ...params),
    all: (sql, ...params) => {
      if (sql.includes('union all')) {
        steps.push(...db.all<{ detail: string }>(`explain query plan ${sql}`, ...params).map(({ detail }) => detail))
      }
      return db.all(sql, ...params)
    },
  }
  list(query, explaining)
  return steps
}

describe('pages of agents with the same last activity', () => {
  it.each([undefined, 'working', 'waiting', 'completed'])('contain each agent once for status %s', (status) => {
    const whole = list({ status })
    expect(new Set(whole).size).toBe(whole.length)
    for (const limit of [1, 2, 3, 5]) {
      const pages = whole.flatMap((_, page) => list({ status, limit, offset: page * limit }))
      expect(pages).toEqual(whole)
    }
    if (status === undefined) expect(whole).toHaveLength(SESSIONS * (1 + SUBAGENTS))
  })

  it.each([undefined, 'completed', 'error'])('are read from an index for status %s', (status) => {
    const plan = planOf({ status })
    expect(plan).toEqual(expect.arrayContaining([expect.stringMatching(/i_session_(last|main_over)/)]))
    expect(plan).toEqual(expect.arrayContaining([expect.stringMatching(/i_agent_(last|over)/)]))
    // Only the page rows of the two subqueries are sorted, not whole tables.
    const sorted = plan.filter((_, i) => plan[i + 1]?.includes('TEMP B-TREE') === true)
    expect(sorted).toEqual([expect.stringMatching(/^SCAN \(subquery/), expect.stringMatching(/^SCAN \(subquery/)])
  })
})
