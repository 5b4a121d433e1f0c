import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'
import { until } from '../../../support/agents/until.js'
import { type App, startApp } from '../../../support/service/app.js'

const PARENT = '11111111-1111-4111-8111-111111111111'
const FORK = '22222222-2222-4222-8222-222222222222'

const said = (text: string): object => ({ type: 'user', message: { role: 'user', content: text } })
const replied = (id: string, more: object = {}): object => ({
  type: 'assistant',
  message: { id, role: 'assistant', model: 'claude-sonnet-4-5', content: [{ type: 'text', text: 'limit reached' }] },
  ...more,
})

/** The lines of a session that a fork copies with its own session id. */
const shared = (sessionId: string): string => {
  let n = 0
  const line = (fields: object): string => {
    n += 1
    const uuid = `aaaaaaaa-0000-4000-8000-${String(n).padStart(12, '0')}`
    const timestamp = `2026-11-01T10:00:${String(n).padStart(2, '0')}.000Z`
    return `${JSON.stringify({ sessionId, uuid, timestamp, cwd: '/repo', ...fields })}\n`
  }
  return [
    said('make it'),
    replied('msg_1'),
    { type: 'system', subtype: 'turn_duration', durationMs: 1200 },
    { type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'auto', preTokens: 170_000 } },
    said('[Request interrupted by user]'),
    replied('msg_2', { isApiErrorMessage: true, apiErrorStatus: 429 }),
  ]
    .map(line)
    .join('')
}

let app: App
let project: string
beforeEach(async () => {
  app = await startApp()
  project = join(app.claudeHome, 'projects', '-repo')
  mkdirSync(project, { recursive: true })
})
afterEach(() => app.close())

const KINDS = ['APIError', 'Compaction', 'Interrupted', 'TurnDuration']
const read = async (session: string): Promise<void> => {
  writeFileSync(join(project, `${session}.jsonl`), shared(session))
  await until(`${session} read`, async () => {
    const { status, json } = await app.send<RouteAnswer<'GET /api/sessions/:id/transcript'>>(
      `/api/sessions/${session}/transcript`,
    )
    return status === 200 && json.total > 0
  })
  await app.settled()
}
const momentsOf = async (session: string): Promise<string[]> => {
  const { events } = await app.get<RouteAnswer<'GET /api/events'>>(`/api/events?session_id=${session}`)
  return events.map(({ event_type }) => event_type).toSorted()
}
const figuresOf = async (session: string): Promise<unknown> => {
  const { total_events, error_count, agents } = await app.get<RouteAnswer<'GET /api/sessions/:id/stats'>>(
    `/api/sessions/${session}/stats`,
  )
  return { total_events, error_count, compactions: agents.compaction, agents: agents.total }
}
const NOTHING = { total_events: 0, error_count: 0, compactions: 0, agents: 1 }
const EVERYTHING = { total_events: KINDS.length, error_count: 1, compactions: 1, agents: 2 }

const conversationOf = async (session: string): Promise<string[]> => {
  const { messages } = await app.get<RouteAnswer<'GET /api/sessions/:id/transcript'>>(
    `/api/sessions/${session}/transcript`,
  )
  return messages.map(({ type }) => type)
}

/** The figures that are summed over sessions. */
const sums = async () => {
  const { stats, compaction, errorPropagation } = await app.get<RouteAnswer<'GET /api/workflows'>>('/api/workflows')
  const { total_events, total_agents } = await app.get<RouteAnswer<'GET /api/stats'>>('/api/stats')
  return { compactions: stats.totalCompactions, compaction, errorPropagation, total_events, total_agents }
}

describe('a turn, an error, an interrupt and a compaction in lines that a fork copies', () => {
  it('are events and figures of the parent, and lines in the conversation of both', async () => {
    await read(PARENT)
    const before = await sums()
    await read(FORK)
    expect([await momentsOf(PARENT), await momentsOf(FORK)]).toEqual([KINDS, []])
    expect([await figuresOf(PARENT), await figuresOf(FORK)]).toEqual([EVERYTHING, NOTHING])
    const after = await sums()
    expect(after).toMatchObject({
      compactions: 1,
      compaction: { tokensRecovered: 170_000, perSession: [{ session_id: PARENT, compactions: 1 }] },
      total_events: KINDS.length,
      total_agents: before.total_agents + 1,
    })
    expect(after.errorPropagation).toMatchObject({ byDepth: [{ depth: 0, count: 1 }] })
    expect(await conversationOf(FORK)).toEqual(await conversationOf(PARENT))
  })

  it('belong to the fork after the parent is deleted', async () => {
    await read(PARENT)
    await read(FORK)
    await app.send(`/api/sessions/${PARENT}`, { method: 'DELETE' })
    expect(await momentsOf(FORK)).toEqual(KINDS)
    expect(await figuresOf(FORK)).toEqual(EVERYTHING)
    expect(await sums()).toMatchObject({
      compactions: 1,
      compaction: { tokensRecovered: 170_000, perSession: [{ session_id: FORK, compactions: 1 }] },
      errorPropagation: { byDepth: [{ depth: 0, count: 1 }] },
      total_events: KINDS.length,
      total_agents: 2,
    })
  })
})
