import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Insights } from '../../../../../src/adapters/sqlite/side/insights.js'
import { SideFile } from '../../../../../src/adapters/sqlite/side/side-file.js'
import { localPrincipal, visibilityWithin } from '../../../../../src/domain/access/visibility.js'
import type { New } from '../../../../../src/events/envelope.js'
import type { InsightQuery } from '../../../../../src/projections/queries/insights/scope.js'
import { callLine } from '../../../../support/kernel/call-lines.js'
import { erase } from '../../../../support/kernel/erasing.js'
import { momentLines } from '../../../../support/kernel/moment-lines.js'
import { type Kernel, openKernel } from '../../../../support/kernel/kernel.js'
import { toldSession } from '../../../../support/kernel/session-script.js'

const everything = visibilityWithin(localPrincipal, 'all')
const all: InsightQuery = { sources: [], providers: [], status: undefined }
const NOW = Date.UTC(2026, 0, 8)

let kernel: Kernel
let folder: string
let opened: SideFile[]
beforeEach(() => {
  kernel = openKernel()
  folder = mkdtempSync(join(tmpdir(), 'switchyard-insights-'))
  opened = []
})
afterEach(async () => {
  for (const file of opened) file.close()
  await kernel.close()
  rmSync(folder, { recursive: true, force: true })
})
const open = (name: string): Insights => {
  const file = new SideFile(join(kernel.folder, 'switchyard.db'), join(folder, name))
  opened.push(file)
  return new Insights(file)
}
const caughtUp = (insights: Insights): Insights => {
  while (insights.advance());
  return insights
}

let at = NOW
const hook = (kind: string, payload: Readonly<Record<string, unknown>> = {}): New => ({
  type: 'hook-received',
  occurredAt: (at += 1000),
  by: 'local',
  via: 'hook',
  data: { kind, provider: 'claude', payload },
})
const call = (id: string, tool_name: string, more: object = {}): New[] => [
  hook('PreToolUse', { tool_name, tool_use_id: id, ...more }),
  hook('PostToolUse', { tool_name, tool_use_id: id, ...more }),
]

describe('the insights', () => {
  it('are counted a few sessions at a time, because questions wait for a step', async () => {
    for (let i = 0; i < 20; i++) await kernel.append(`few-${i}`, [hook('SessionStart')], true)
    const file = new SideFile(join(kernel.folder, 'switchyard.db'), join(folder, 'few.db'))
    opened.push(file)
    const insights = new Insights(file)
    const counted = (): unknown => file.own.prepare('select count(*) from session_count').pluck().get()
    const steps: unknown[] = []
    while (insights.advance()) steps.push([counted(), insights.behind() > 0])
    expect(steps).toEqual([
      [8, true],
      [16, true],
      [20, false],
    ])
  })

  it('do not depend on when and how often the sessions are processed', async () => {
    let made = 0
    await fc.assert(
      fc.asyncProperty(fc.array(toldSession('s'), { maxLength: 3 }), fc.array(fc.boolean()), async (told, looks) => {
        const followed = open(`followed-${made}.db`)
        // Several batches extend the same session, next to other sessions.
        const steps = told.flatMap(({ hooks, transcripts }, i) =>
          [hooks, ...transcripts].map((events) => ({ session: `s${(made + i) % 3}`, events })),
        )
        for (const [i, { session, events }] of steps.entries()) {
          await kernel.append(session, events, true)
          if (looks[i] === true) caughtUp(followed)
        }
        const fresh = caughtUp(open(`fresh-${made}.db`))
        const reopened = open(`followed-${made}.db`)
        made += 1
        for (const status of [undefined, 'active', 'completed', 'error'] as const) {
          const expected = fresh.workflows(everything, { ...all, status }, NOW)
          expect(caughtUp(followed).workflows(everything, { ...all, status }, NOW)).toEqual(expected)
          expect(caughtUp(reopened).workflows(everything, { ...all, status }, NOW)).toEqual(expected)
        }
      }),
      { numRuns: 25 },
    )
  })

  it('count each call once and the transitions between tools', async () => {
    await kernel.append('s', [...call('1', 'Read'), ...call('2', 'Edit'), ...call('3', 'Read'), ...call('4', 'Edit')])
    const { toolFlow, stats } = caughtUp(open('a.db')).workflows(everything, all, NOW)
    expect(toolFlow.toolCounts).toEqual([
      { tool_name: 'Edit', count: 2 },
      { tool_name: 'Read', count: 2 },
    ])
    expect(toolFlow.transitions).toEqual([
      { source: 'Read', target: 'Edit', value: 2 },
      { source: 'Edit', target: 'Read', value: 1 },
    ])
    expect(stats.topFlow).toEqual({ source: 'Read', target: 'Edit', count: 2 })
  })

  it('include subagent starts, outcomes and co-occurrence', async () => {
    const subagent = (agent_id: string, agent_type: string): New[] => [
      hook('SubagentStart', { agent_id, agent_type }),
      ...call(`c-${agent_id}`, 'Bash', { agent_id }),
      hook('SubagentStop', { agent_id, agent_type }),
    ]
    for (const session of ['s', 't']) {
      await kernel.append(session, [
        hook('SessionStart', { source: 'startup' }),
        ...subagent(`${session}1`, 'Explore'),
        ...subagent(`${session}2`, 'Plan'),
        hook('SessionEnd', { reason: 'exit' }),
      ])
    }
    const found = caughtUp(open('a.db')).workflows(everything, all, NOW)
    expect(found.stats).toMatchObject({
      totalSessions: 2,
      totalAgents: 6,
      totalSubagents: 4,
      successRate: 100,
      avgDepth: 1,
    })
    expect(found.orchestration.edges).toEqual([
      { source: 'main', target: 'Explore', weight: 2 },
      { source: 'main', target: 'Plan', weight: 2 },
    ])
    expect(found.cooccurrence).toEqual([{ source: 'Explore', target: 'Plan', weight: 2 }])
    expect(found.patterns.patterns).toEqual([{ steps: ['Explore', 'Plan'], count: 2, percentage: 100 }])
    expect(found.effectiveness[0]).toMatchObject({ subagent_type: 'Explore', total: 2, completed: 2, sessions: 2 })
    // NOW is a Thursday.
    expect(found.effectiveness[0]?.trend).toEqual([0, 0, 0, 2, 0, 0, 0])
    expect(found.complexity.map(({ id, subagentCount }) => [id, subagentCount])).toEqual([
      ['t', 2],
      ['s', 2],
    ])
  })

  it('drop an erased session', async () => {
    await kernel.append('s', call('1', 'Read'))
    await kernel.append('t', call('2', 'Edit'))
    const insights = caughtUp(open('a.db'))
    await erase(kernel, ['s'])
    insights.forget(kernel.gone)
    const { tools } = insights.analytics(everything, all, { now: NOW, offset: 0 })
    expect(tools).toEqual([{ name: 'Edit', n: 1 }])
  })

  it('count the calls of an erased session in its fork immediately', async () => {
    const lines = [callLine('toolu_0123456789abcdef', 'Read', 1), callLine('toolu_123456789abcdef0', 'Edit', 2)]
    await kernel.append('parent', lines)
    await kernel.append('fork', [...lines, callLine('toolu_23456789abcdef01', 'Bash', 3)])
    const insights = caughtUp(open('a.db'))
    const calls = () => insights.analytics(everything, all, { now: NOW, offset: 0 }).tools
    const once = ['Bash', 'Edit', 'Read'].map((name) => ({ name, n: 1 }))
    expect(calls()).toEqual(expect.arrayContaining(once))
    await erase(kernel, ['parent'])
    insights.forget(kernel.gone)
    expect(calls()).toEqual(expect.arrayContaining(once))
    expect(calls()).toHaveLength(once.length)
  })
})

const ownCall = (session: string): New[] => [callLine(`toolu_of-${session}-itself`, 'Read', 1)]
const figures = (insights: Insights) => {
  const { stats, compaction, errorPropagation } = insights.workflows(everything, all, NOW)
  return { compactions: stats.totalCompactions, compaction, errorPropagation }
}

describe('the events that a fork repeats', () => {
  it.each([
    ['the parent is read first', ['parent', 'fork']],
    ['the fork is read first', ['fork', 'parent']],
  ])('count once, in the parent, when %s', async (_order, order) => {
    for (const session of ['parent', 'fork']) await kernel.append(session, ownCall(session))
    const insights = caughtUp(open('a.db'))
    for (const session of order) {
      await kernel.append(session, momentLines(session))
      caughtUp(insights)
    }
    expect(figures(insights)).toMatchObject({
      compactions: 1,
      compaction: { tokensRecovered: 170_000, perSession: [{ session_id: 'parent' }], sessionsWithCompactions: 1 },
      errorPropagation: { byDepth: [{ depth: 0, count: 1 }] },
    })
    expect(figures(insights)).toEqual(figures(caughtUp(open('fresh.db'))))
  })

  it('count in the fork immediately when the parent is erased', async () => {
    for (const session of ['parent', 'fork']) await kernel.append(session, momentLines(session))
    const insights = caughtUp(open('a.db'))
    await erase(kernel, ['parent'])
    insights.forget(kernel.gone)
    expect(figures(insights)).toMatchObject({
      compactions: 1,
      compaction: { tokensRecovered: 170_000, perSession: [{ session_id: 'fork' }] },
      errorPropagation: { byDepth: [{ depth: 0, count: 1 }] },
    })
  })
})

describe('the skill usage', () => {
  it('counts each skill call once, and MCP calls by plugin', async () => {
    const skill = (id: string, name: string): New[] => call(id, 'Skill', { tool_input: { skill: name } })
    await kernel.append('s', [...skill('1', 'docs:write'), ...skill('2', 'docs:write'), ...skill('3', 'mine')])
    await kernel.append('t', [...skill('4', 'docs:read'), ...call('5', 'mcp__plugin_maps_server__find')])
    expect(caughtUp(open('a.db')).skills(everything, all)).toEqual({
      skills: [
        { name: 'docs:write', plugin: 'docs', count: 2, sessions: 1 },
        { name: 'docs:read', plugin: 'docs', count: 1, sessions: 1 },
        { name: 'mine', plugin: null, count: 1, sessions: 1 },
      ],
      plugins: [
        { name: 'docs', skills: 2, skillCalls: 3, mcpCalls: 0 },
        { name: 'maps', skills: 0, skillCalls: 0, mcpCalls: 1 },
      ],
    })
  })
})
