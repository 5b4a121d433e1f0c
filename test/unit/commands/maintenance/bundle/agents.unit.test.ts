import { describe, expect, it } from 'vitest'
import { agentIdsOf, type BundleEvent } from '../../../../../src/commands/maintenance/bundle/agents.js'
import type { Fields } from '../../../../../src/domain/transcript/json.js'

const UUID = '5c056bb9-1259-45ee-948a-b0fcaa11b95e'
const OTHER = 'be6003cd-1997-4101-ac57-be6e50e3766e'

const main = { id: 's-main', type: 'main' }
const explorer = { id: UUID, type: 'subagent', subagent_type: 'Explore' }

const event = (event_type: string, agent_id: string | null, payload: Fields, tool_name?: string): BundleEvent => ({
  row: { event_type, agent_id, tool_name },
  payload,
})
const starts = (agent: string, call: string, caller?: string) =>
  event('PreToolUse', agent, { tool_use_id: call, ...(caller === undefined ? {} : { agent_id: caller }) }, 'Agent')
const started = (call: string, id: string) =>
  event('PostToolUse', 's-main', { tool_use_id: call, tool_response: { agentId: id } }, 'Agent')
const stops = (agent: string, id: string, agent_type?: string) =>
  event('SubagentStop', agent, { agent_id: id, ...(agent_type === undefined ? {} : { agent_type }) })

const idsOf = (agents: readonly Fields[], ...events: BundleEvent[]) =>
  Object.fromEntries(agentIdsOf('s', agents, events))

describe('the main agent of a bundle', () => {
  it.each([
    ['has the id that it has here', 's-main'],
    ['is named after Codex', 'codex:s'],
    ['has any id', 'the-main'],
  ])('becomes the main agent when it %s', (_what, id) => {
    expect(idsOf([explorer, { id, type: 'main' }])).toEqual({ [id]: 's-main', [UUID]: UUID })
  })

  it('is unique: another agent of its type keeps its id', () => {
    expect(idsOf([{ id: 'helper', type: 'main' }, main])).toEqual({ helper: 'helper', 's-main': 's-main' })
  })
})

describe('a subagent of a bundle gets the id of the CLI', () => {
  it.each<readonly [string, Fields, readonly BundleEvent[]]>([
    ['when its own id ends with it', { ...explorer, id: 's-jsonl-a1' }, []],
    ['when the result of its call names it', explorer, [starts(UUID, 'call'), started('call', 'a1')]],
    ['when a subagent made that call', explorer, [starts(UUID, 'call', 'a0'), started('call', 'a1')]],
    ['when its stop names it', explorer, [stops(UUID, 'a1', 'Explore')]],
    ['when its stop names it, and no type', explorer, [stops(UUID, 'a1')]],
    ['when it is of no type', { ...explorer, subagent_type: null }, [stops(UUID, 'a1', 'general-purpose')]],
    [
      'when the stop of another was filed under it',
      explorer,
      [starts(UUID, 'call'), stops(UUID, 'a2', 'Explore'), started('call', 'a1')],
    ],
  ])('%s', (_when, agent, events) => {
    expect(idsOf([main, agent], ...events)).toMatchObject({ [String(agent['id'])]: 'a1' })
  })
})

describe('a subagent of a bundle keeps its id', () => {
  it.each<readonly [string, readonly Fields[], readonly BundleEvent[]]>([
    ['when nothing names another', [explorer], []],
    ['when its stop is that of a compaction', [explorer], [stops(UUID, 'a1', '')]],
    ['when its stop is that of another type', [explorer], [stops(UUID, 'a1', 'Plan')]],
    ['when that other id is listed', [explorer, { id: 'a1' }], [stops(UUID, 'a1', 'Explore')]],
    ['when a transcript has claimed it', [explorer, { id: 's-jsonl-a1' }], [stops(UUID, 'a1', 'Explore')]],
    ['when another has claimed it', [{ id: OTHER }, explorer], [stops(OTHER, 'a1'), stops(UUID, 'a1')]],
    ['when it is that of the main agent', [explorer], [stops(UUID, 's-main')]],
    ['when it can be no id', [explorer], [stops(UUID, 'a\u00001')]],
    ['when it is the caller of a call', [explorer], [starts(UUID, 'call', UUID), started('call', 'a1')]],
  ])('%s', (_when, agents, events) => {
    expect(idsOf([main, ...agents], ...events)).toMatchObject({ [UUID]: UUID })
  })
})

it('rows without a valid id are ignored', () => {
  expect(idsOf([{}, { id: 5 }, { id: '' }, { id: 'a\nb' }, main, main])).toEqual({ 's-main': 's-main' })
})
