import { describe, expect, it } from 'vitest'
import { planChangeOfAnswer, planChangeOfCall, planChangeOfHook } from '../../../../src/domain/plan/change.js'
import { todoSnapshot, todoStatus, todoSummary } from '../../../../src/domain/plan/progress.js'

const item = (change: object) => ({ id: null, text: null, status: null, description: null, ...change })

describe('how tool calls change a plan', () => {
  it.each([
    ['TodoWrite', { todos: [{ content: 'Read', status: 'pending', activeForm: 'Reading' }] }, 'Read', 'pending'],
    ['update_plan', { plan: [{ step: 'Run', status: 'completed' }], explanation: 'why' }, 'Run', 'completed'],
  ])('%s replaces the whole plan', (tool, input, text, status) =>
    expect(planChangeOfCall(tool, input)).toMatchObject({ tool, replaces: true, items: [item({ text, status })] }),
  )

  it('TaskUpdate changes one item, TaskCreate has no id before its result', () => {
    const update = { taskId: '3', status: 'in_progress', activeForm: 'Reading' }
    expect(planChangeOfCall('TaskUpdate', update)?.items).toEqual([item({ id: '3', status: 'in_progress' })])
    expect(planChangeOfCall('TaskCreate', { subject: 'Read' })).toBeNull()
    expect(planChangeOfAnswer({ task: { id: '3', subject: 'Read' } })).toMatchObject({
      replaces: false,
      items: [item({ id: '3', text: 'Read' })],
    })
  })

  it('results of other tools change nothing', () => {
    for (const answer of [
      null,
      'x',
      { tasks: ['a'] },
      { tasks: [{ id: 1 }] },
      { task: { task_id: 'b', status: 'running' } },
    ])
      expect(planChangeOfAnswer(answer)).toBeNull()
  })

  it('task hooks create and complete items', () => {
    const task = { task_id: '1', task_subject: 'Read', task_description: 'all' }
    expect(planChangeOfHook('TaskCreated', task)?.items).toEqual([
      { id: '1', text: 'Read', status: 'pending', description: 'all' },
    ])
    expect(planChangeOfHook('TaskCompleted', task)?.items[0]?.status).toBe('completed')
    expect(planChangeOfHook('PreToolUse', { tool_name: 'Bash', tool_input: { todos: [] } })).toBeNull()
  })

  it('hostile input is truncated or skipped', () => {
    for (const input of [null, 7, [], { todos: 'x' }, { todos: {} }])
      expect(planChangeOfCall('TodoWrite', input)).toBeNull()
    const todos = [
      null,
      7,
      { content: 5 },
      { content: ' ' },
      ...Array.from({ length: 900 }, () => ({ content: 'x'.repeat(900) })),
    ]
    const items = planChangeOfCall('TodoWrite', { todos })?.items ?? []
    expect(items.length).toBeLessThanOrEqual(200)
    expect(Math.max(...items.map(({ text }) => text?.length ?? 0))).toBeLessThanOrEqual(200)
  })
})

describe('the progress of a plan', () => {
  const todo = (text: string, status: 'pending' | 'in_progress' | 'completed', order: number) => ({
    id: text,
    text,
    status,
    order,
    sourceStatus: status,
    agentId: 's-main',
    agentType: 'main',
    description: null,
  })
  const plan = (items: readonly ReturnType<typeof todo>[]) => ({
    agentId: 's-main',
    agentType: 'main',
    tool: 'TodoWrite',
    line: 3,
    explanation: null,
    whole: true,
    items,
    updatedAt: '2026-11-01T10:00:00.000Z',
  })

  it('counts items, and names the one in progress', () => {
    const items = [todo('a', 'completed', 0), todo('b', 'in_progress', 1), todo('c', 'pending', 2)]
    const snapshot = todoSnapshot('claude', [plan(items)])
    expect(snapshot).toMatchObject({ total: 3, completed: 1, percentComplete: 33, activeText: 'b', sourceLine: 3 })
    expect(snapshot).toMatchObject({ source: 'transcript', confidence: 'full', includesSubagents: false })
  })

  it('previews the item in progress first, then the next ones', () => {
    const items = Array.from({ length: 8 }, (_, n) => todo(`t${n}`, n < 4 ? 'completed' : 'pending', n))
    const snapshot = todoSnapshot('claude', [plan([...items, todo('now', 'in_progress', 8)])])
    const summary = snapshot === null ? null : todoSummary(snapshot)
    expect(summary?.previewItems.map(({ text }) => text)).toEqual(['now', 't4', 't5', 't6', 't7'])
    expect(summary).toMatchObject({ overflowCount: 4, total: 9 })
  })

  it('is null without items', () => {
    expect(todoSnapshot('claude', [])).toBeNull()
    expect(todoSnapshot('claude', [plan([])])).toBeNull()
  })

  it.each([
    ['Not started', 'pending'],
    ['in-progress', 'in_progress'],
    ['DONE', 'completed'],
    ['deleted', 'cancelled'],
    ['blocked', 'unknown'],
    [null, 'unknown'],
  ])('reads the status %s as %s', (word, status) => expect(todoStatus(word)).toBe(status))
})
