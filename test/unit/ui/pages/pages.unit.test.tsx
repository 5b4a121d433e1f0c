import { describe, expect, it } from 'vitest'
import { address } from '../../../../ui/src/api/address.js'
import { Failure, advice } from '../../../../ui/src/api/failure.js'
import { pagesLike, viewsLike } from '../../../../ui/src/app/palette/pages.js'
import { askWords } from '../../../../ui/src/kit/ask-words.js'
import { placeOf, titleOf } from '../../../../ui/src/kit/session-label.js'
import { importWords } from '../../../../ui/src/kit/import-words.js'
import { agentLabel } from '../../../../ui/src/pages/session/agents/agent-label.js'
import { moveBy } from '../../../../ui/src/pages/session/agents/grid-keys.js'
import { ownCost, tokensOfAll, treeOf, unfolded } from '../../../../ui/src/pages/session/agents/tree.js'
import { sessionSearch } from '../../../../ui/src/pages/session/search.js'
import { lastTurns } from '../../../../ui/src/pages/now/last-turns.js'
import { filterWords } from '../../../../ui/src/pages/sessions/views/filter-words.js'
import { sameFilters, viewsIn } from '../../../../ui/src/pages/sessions/views/stored.js'
import { sessionsSearch } from '../../../../ui/src/pages/sessions/search.js'
import { agent, session, message } from '../../../support/ui/rows.js'

describe('the URL of a route', () => {
  it('escapes its parameters and omits unset ones', () => {
    expect(
      address('/api/sessions/:id', { id: 'a/b' }, { q: '', limit: 5, providers: ['claude', 'codex'], x: undefined }),
    ).toBe('/api/sessions/a%2Fb?limit=5&providers=claude&providers=codex')
  })
})

describe('filters in the URL', () => {
  it('are read if valid, and dropped otherwise', () => {
    expect(sessionsSearch({ q: 42, state: 'failed', provider: 'codex' })).toEqual({
      q: '42',
      state: 'failed',
      provider: 'codex',
    })
    expect(sessionsSearch({ q: '', status: 'sleepy', provider: 7, page: 3 })).toEqual({})
  })

  it('of a session omit the agent for the main transcript', () => {
    expect(sessionSearch({ tab: 'agents', agent: 'main' })).toEqual({ tab: 'agents' })
    expect(sessionSearch({ tab: 'nonsense', agent: 'a1' })).toEqual({ agent: 'a1' })
  })
})

describe('saved views', () => {
  it('are read with their valid filters, and malformed views are dropped', () => {
    const stored = [{ name: 'Shop', search: { cwd: '/shop', status: 'sleepy', page: 3 } }, { name: '' }, 7, null]
    expect(viewsIn(JSON.stringify(stored))).toEqual([{ name: 'Shop', search: { cwd: '/shop' } }])
    expect([viewsIn('{broken'), viewsIn(null), viewsIn('{}')]).toEqual([[], [], []])
  })

  it('are equal if their filters are, in any order', () => {
    expect(sameFilters({ q: 'a', cwd: '/x' }, { cwd: '/x', q: 'a' })).toBe(true)
    expect(sameFilters({ q: 'a' }, {})).toBe(false)
  })

  it('are described by their filters', () =>
    expect(filterWords({ q: 'locks', state: 'failed', model: 'claude-opus-4-5', cwd: '/home/ada/shop' })).toBe(
      'Failed, shop, Opus 4.5, “locks”',
    ))
})

describe('the tab in the URL', () => {
  it('reads only its own parameters', () => {
    const all = { agent: 'a1', zoom: '5-10', kind: 'Stop', event: 7 }
    expect(sessionSearch({ ...all, tab: 'timeline' })).toEqual({ tab: 'timeline', zoom: '5-10' })
    expect(sessionSearch({ ...all, tab: 'events' })).toEqual({ tab: 'events', kind: 'Stop', event: 7 })
    expect(sessionSearch(all)).toEqual({ agent: 'a1' })
  })
})

describe('the tree of agents', () => {
  it('nests every agent under its parent, with siblings sorted by start time', () => {
    const tree = treeOf([
      agent('late', { parent_agent_id: 'main', started_at: '2026-03-01T10:09:00.000Z' }),
      agent('early', { parent_agent_id: 'main', started_at: '2026-03-01T10:01:00.000Z' }),
      agent('grandchild', { parent_agent_id: 'early' }),
      agent('main', { type: 'main' }),
    ])
    expect(tree.map(({ agent: { id }, depth }) => `${depth} ${id}`)).toEqual([
      '0 main',
      '1 early',
      '2 grandchild',
      '1 late',
    ])
  })

  it('includes agents with an unknown parent and agents in a cycle', () => {
    const tree = treeOf([
      agent('orphan', { parent_agent_id: 'never seen' }),
      agent('a', { parent_agent_id: 'b' }),
      agent('b', { parent_agent_id: 'a' }),
    ])
    expect(tree.map(({ agent: { id } }) => id).toSorted()).toEqual(['a', 'b', 'orphan'])
  })

  it('gives each agent its position, and hides the descendants of collapsed agents', () => {
    const tree = treeOf([
      agent('main', { type: 'main' }),
      agent('a', { parent_agent_id: 'main' }),
      agent('below', { parent_agent_id: 'a' }),
      agent('z', { parent_agent_id: 'main', started_at: '2026-03-01T10:09:00.000Z' }),
    ])
    expect(tree.map(({ parent, place, siblings, children }) => [parent, place, siblings, children])).toEqual([
      [null, 1, 1, 2],
      ['main', 1, 2, 1],
      ['a', 1, 1, 0],
      ['main', 2, 2, 0],
    ])
    const shown = (...folded: string[]) => unfolded(tree, new Set(folded)).map(({ agent: { id } }) => id)
    expect([shown(), shown('a'), shown('main')]).toEqual([['main', 'a', 'below', 'z'], ['main', 'a', 'z'], ['main']])
  })

  it('supports the keyboard navigation of a tree', () => {
    const tree = treeOf([
      agent('main', { type: 'main' }),
      agent('a', { parent_agent_id: 'main' }),
      agent('b', { parent_agent_id: 'main', started_at: '2026-03-01T10:09:00.000Z' }),
    ])
    const none = new Set<string>()
    expect(moveBy('ArrowDown', tree, 'main', none)).toEqual({ kind: 'go', id: 'a' })
    expect(moveBy('ArrowUp', tree, 'main', none)).toEqual({ kind: 'go', id: 'main' })
    expect(moveBy('End', tree, undefined, none)).toEqual({ kind: 'go', id: 'b' })
    expect(moveBy('ArrowLeft', tree, 'b', none)).toEqual({ kind: 'go', id: 'main' })
    expect(moveBy('ArrowLeft', tree, 'main', none)).toEqual({ kind: 'fold', id: 'main' })
    expect(moveBy('ArrowRight', tree, 'main', new Set(['main']))).toEqual({ kind: 'unfold', id: 'main' })
    expect(moveBy('ArrowRight', tree, 'a', none)).toBeUndefined()
    expect(moveBy('Enter', tree, 'a', none)).toEqual({ kind: 'open', id: 'a' })
    expect(moveBy('x', tree, 'a', none)).toBeUndefined()
  })

  it('sums the tokens of all agents, and gives the main agent the remaining cost', () => {
    const agents = [
      agent('main', { type: 'main', input_tokens: 1, output_tokens: 2 }),
      agent('sub', {
        input_tokens: 3,
        cost: 1,
        metadata: '{"tokens":{"input_tokens":3,"cache_read_tokens":100,"cache_write_tokens":20}}',
      }),
      agent('other', { metadata: '{"tokens":{"cache_read_tokens":"7"}}' }),
    ] as const
    expect(tokensOfAll(agents)).toBe(126)
    expect(agents.map((one) => ownCost(one, agents, { cost: 1.5 }))).toEqual([0.5, 1, 0])
    expect(ownCost(agents[0], agents, { cost: 0.9 })).toBe(0)
    expect(ownCost(agents[0], [agents[0], agent('a', { cost: 0.1 }), agent('b', { cost: 0.2 })], { cost: 0.5 })).toBe(
      0.2,
    )
  })
})

const ask = (kind: 'permission' | 'question', tool: string | null) => askWords({ kind, tool, text: '' })

const label = (change: Parameters<typeof agent>[1]) => agentLabel(agent('a', change))

describe('labels', () => {
  it('say what a session waits for', () => {
    expect(ask('permission', 'Bash')).toBe('Wants to run a command')
    expect(ask('permission', 'Edit')).toBe('Wants to use Edit')
    expect(ask('permission', null)).toBe('Asks for permission')
    expect(ask('question', null)).toBe('Asks a question')
    expect(ask('permission', 'mcp__github__create_review')).toBe('Wants to use create_review')
    expect(askWords(null)).toBe('Waiting for you')
  })

  it('show the name of a session, or the start of its ID if it has none', () => {
    expect(titleOf(session('0123456789', { name: 'Fix it' }))).toBe('Fix it')
    expect(titleOf(session('0123456789'))).toBe('Session 01234567')
    expect(placeOf(session('s', { provider: 'codex' }))).toBe('shop · Codex')
    const inWorktree = session('s', { cwd: '/home/dev/shop-lanes/cards', project: '/home/dev/shop' })
    expect(placeOf({ ...inWorktree, git_branch: 'feat/cards' })).toBe('shop · feat/cards')
  })

  it('show the name of an agent, or its type if it has none', () => {
    expect(label({ name: 'Verify', subagent_type: 'general-purpose' })).toBe('Verify')
    expect(label({ name: 'Subagent', subagent_type: 'Explore' })).toBe('Explore')
    expect(label({ name: 'Subagent' })).toBe('Subagent')
    expect(label({ name: 'Main Agent - Fix it', type: 'main' })).toBe('Main')
  })

  it('show the progress of an import, and what to do after an error', () => {
    const progress = {
      importId: 'i',
      phase: 'parse',
      source: 'default',
      processed: 2310,
      total: 7004,
      bytes_processed: 34,
      bytes_total: 100,
      current: null,
      error: null,
      counters: {},
    } as const
    expect(importWords(progress)).toBe('Importing history: 2.3K of 7K files, 34%')
    expect(importWords({ ...progress, total: 0 })).toBe('Scanning for history')
    expect(importWords({ ...progress, phase: 'error', error: 'disk full' })).toContain('disk full. To retry')
  })

  it('say what to do next after a failure', () => {
    expect(advice(new Failure(0, undefined, ''))).toContain('switchyard start')
    expect(advice(new Failure(400, 'INVALID_INPUT', 'The name is empty.'))).toBe('The name is empty.')
  })
})

const names = (words: string) => pagesLike(words).map(({ name }) => name)

describe('the last turns beside a list', () => {
  const said = (line: number, sender: 'user' | 'assistant' | 'system') =>
    message(line, [{ type: 'text', text: String(line) }], { sender })

  it('start with the last prompt, however far back, and omit system messages and notes', () => {
    const turns = [said(1, 'user'), said(2, 'user'), ...[3, 4, 5, 6, 7, 8, 9].map((line) => said(line, 'assistant'))]
    const told = [said(10, 'system'), message(11, [], { type: 'note' })]
    expect(lastTurns([...turns, ...told]).map(({ line }) => line)).toEqual([2, 4, 5, 6, 7, 8, 9])
    expect(lastTurns(turns.slice(0, 3)).map(({ line }) => line)).toEqual([1, 2, 3])
  })
})

describe('the pages of the palette', () => {
  it('are found by a prefix of any of their keywords', () => {
    expect(names('PRI')).toEqual(['Settings', 'Pricing'])
    expect(names('cost')).toEqual(['Insights', 'Pricing'])
    expect(names('')).toEqual([
      'Now',
      'Lanes',
      'Sessions',
      'Search',
      'Activity',
      'Insights',
      'Alerts',
      'Config',
      'Settings',
    ])
    expect(names('back')).toEqual(['Data and storage'])
    expect(names('nonsense')).toEqual([])
  })

  it('include saved views with a matching name', () => {
    const views = [{ name: 'Failed this week' }, { name: 'Shop' }]
    expect(viewsLike(views, 'WEEK')).toEqual([views[0]])
    expect(viewsLike(views, 'failed th')).toEqual([views[0]])
    expect(viewsLike(views, '')).toEqual([])
  })
})
