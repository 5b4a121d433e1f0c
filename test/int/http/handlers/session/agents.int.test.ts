import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, startApp } from '../../../../support/service/app.js'

interface Page {
  readonly agents: readonly { readonly id: string; readonly parent_agent_id: string | null }[]
  readonly limit: number
  readonly offset: number
}

const AGENTS = 70
let app: App
beforeAll(async () => {
  app = await startApp()
  await app.hook('SessionStart', { session_id: 's' })
  for (let n = 0; n < AGENTS; n += 1) {
    await app.hook('SubagentStart', { session_id: 's', agent_id: `a${n}`, agent_type: 'Explore' })
    await app.hook('SubagentStop', { session_id: 's', agent_id: `a${n}`, agent_type: 'Explore' })
  }
})
afterAll(() => app.close())

const idsOf = ({ agents }: Page): readonly string[] => agents.map(({ id }) => id)

describe('the list of agents', () => {
  it('has up to 10,000 rows by default', async () => {
    const page = await app.get<Page>('/api/agents?status=completed')
    expect([page.agents.length, page.limit, page.offset]).toEqual([AGENTS, 10_000, 0])
  })

  it('is paged by a limit, in the same order for every page size', async () => {
    const all = await app.get<Page>('/api/agents')
    expect(all.agents).toHaveLength(AGENTS + 1)
    for (const limit of [1, 50, 200, 201, 10_000]) {
      const page = await app.get<Page>(`/api/agents?limit=${limit}&offset=3`)
      expect([page.limit, idsOf(page)]).toEqual([limit, idsOf(all).slice(3, 3 + limit)])
    }
    expect((await app.get<Page>('/api/agents?limit=10001')).limit).toBe(10_000)
  })
})

describe('the parent of an agent', () => {
  const create = async (id: string, body: object = {}): Promise<string | null> => {
    const sent = { method: 'POST', body: { id, session_id: 'made', name: id, ...body } }
    const { json } = await app.send<{ agent: { parent_agent_id: string | null } }>('/api/agents', sent)
    return json.agent.parent_agent_id
  }

  it('is an existing agent or null, in responses and in the export', async () => {
    await app.send('/api/sessions', { method: 'POST', body: { id: 'made' } })
    expect(await create('first')).toBeNull()
    expect(await create('second', { type: 'subagent', parent_agent_id: 'first' })).toBe('first')
    expect(await create('third', { type: 'subagent', parent_agent_id: 'nobody' })).toBeNull()
    const bundle = JSON.parse((await app.send('/api/settings/export')).text) as Page
    const ids = new Set(idsOf(bundle))
    const parents = bundle.agents.map(({ parent_agent_id }) => parent_agent_id).filter((parent) => parent !== null)
    expect(parents.length).toBeGreaterThan(AGENTS)
    expect(parents.filter((parent) => !ids.has(parent))).toEqual([])
    await create('made-main', { type: 'main' })
    const { agents } = await app.get<Page>('/api/sessions/made/agents')
    expect(agents.find(({ id }) => id === 'first')?.parent_agent_id).toBe('made-main')
  })
})
