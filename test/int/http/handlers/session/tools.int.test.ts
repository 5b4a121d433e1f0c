import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { type App, startApp } from '../../../../support/service/app.js'

let app: App
beforeAll(async () => {
  app = await startApp()
  const calls = ['Bash', 'mcp__db__query', 'Bash', 'WebFetch', 'mcp__db__query']
  for (const [index, tool_name] of calls.entries()) {
    const call = { session_id: 'a', tool_name, tool_use_id: `call-${index}` }
    await app.hook('PreToolUse', { ...call, tool_input: {} })
    await app.hook(index === 2 ? 'PostToolUseFailure' : 'PostToolUse', { ...call, error: 'exit 1' })
  }
})
afterAll(() => app.close())

const toolsOf = async (query: string): Promise<readonly string[]> => {
  const { tools, total } = await app.get<RouteAnswer<'GET /api/tools'>>(`/api/tools${query}`)
  expect(total).toBe(tools.length)
  return tools.map(({ tool_name }) => tool_name)
}

describe('the tool calls', () => {
  it('are listed newest first', async () => {
    expect(await toolsOf('')).toEqual(['mcp__db__query', 'WebFetch', 'Bash', 'mcp__db__query', 'Bash'])
  })

  it.each([
    ['one that is always in use', '?tool_name=Bash', ['Bash', 'Bash']],
    ['one that is not', '?tool_name=mcp__db__query', ['mcp__db__query', 'mcp__db__query']],
    ['some of either', '?tool_name=Bash&tool_name=WebFetch', ['WebFetch', 'Bash', 'Bash']],
    ['those that failed', '?success=false', ['Bash']],
    ['one that was never called, though others are called so often', '?tool_name=Grep', []],
    ['one that nobody knows', `?tool_name=${encodeURIComponent("Bash', 'Read")}`, []],
  ])('match a filter for %s', async (_, query, expected) => {
    expect(await toolsOf(query)).toEqual(expected)
  })

  it('of an agent created with the type main do not include those of the main agent', async () => {
    const made = { id: 'made', session_id: 'a', name: 'Made', type: 'main' }
    expect((await app.send('/api/agents', { method: 'POST', body: made })).status).toBe(201)
    const countOf = async (agent: string) =>
      (await app.get<RouteAnswer<'GET /api/agents/:id/tools'>>(`/api/agents/${agent}/tools`)).tools.length
    expect([await countOf('made'), await countOf('a-main')]).toEqual([0, 5])
  })
})
