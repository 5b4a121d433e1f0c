import { isText, short } from '../text.js'
import { type Fields, fields, isFields, listOf } from '../transcript/json.js'

const TEXT_MAX = 200
const ID_MAX = 100
const MOST_ITEMS = 200

/** An item of a plan, or what is new about one: null members are not said. */
export interface PlanItem {
  /** The agent's own id of the item; null where only its place names it. */
  readonly id: string | null
  /** At most 200 characters. */
  readonly text: string | null
  /** In the agent's words: `pending`, `in_progress`, `completed`, `deleted` and others. */
  readonly status: string | null
  readonly description: string | null
}

/** What a call or a hook does to the plan of its agent. */
export interface PlanChange {
  readonly tool: string
  /** The items are all of the plan; else they are added to it, or change those of their ids. */
  readonly replaces: boolean
  readonly items: readonly PlanItem[]
  /** Why the plan changed. */
  readonly explanation: string | null
}

const told = (value: unknown, max: number): string | null => {
  if (typeof value === 'number') return String(value)
  const text = isText(value) ? short(value.replace(/\s+/g, ' '), max) : ''
  return text === '' ? null : text
}

const firstOf = (item: Fields, names: readonly string[], max: number): string | null => {
  for (const name of names) {
    const text = told(item[name], max)
    if (text !== null) return text
  }
  return null
}

// What a running task is called meanwhile (`activeForm`) is no name of it.
const TEXTS = ['content', 'text', 'subject', 'task_subject', 'step', 'title'] as const
const IDS = ['id', 'taskId', 'task_id'] as const

const itemOf = (value: unknown): PlanItem => {
  const item = isFields(value) ? value : { text: value }
  return {
    id: firstOf(item, IDS, ID_MAX),
    text: firstOf(item, TEXTS, TEXT_MAX),
    status: told(item['status'], 50),
    description: firstOf(item, ['description', 'task_description'], TEXT_MAX),
  }
}

const replaced = (tool: string, list: unknown, explanation: unknown = null): PlanChange | null =>
  Array.isArray(list)
    ? {
        tool,
        replaces: true,
        items: listOf(list)
          .slice(0, MOST_ITEMS)
          .map(itemOf)
          .filter(({ text }) => text !== null),
        explanation: told(explanation, TEXT_MAX),
      }
    : null

const changed = (tool: string, value: unknown, status: string | null = null): PlanChange | null => {
  const item = itemOf(value)
  if (item.id === null) return null
  return { tool, replaces: false, items: [{ ...item, status: status ?? item.status }], explanation: null }
}

/** The tools that an agent keeps its plan with. */
const PLANNING: ReadonlySet<unknown> = new Set(['TodoWrite', 'update_plan', 'TaskCreate', 'TaskUpdate', 'TaskList'])

/** Whether calls of a tool can change a plan. */
export const isPlanning = (tool: unknown): boolean => PLANNING.has(tool)

/** What the call of a tool does to a plan, by what it asks. A created task has no id before it is answered. */
export function planChangeOfCall(tool: unknown, input: unknown): PlanChange | null {
  const asked = fields(input)
  switch (tool) {
    case 'TodoWrite':
      return replaced(tool, asked['todos'])
    case 'update_plan':
      return replaced(tool, asked['plan'], asked['explanation'])
    case 'TaskUpdate':
      return changed(tool, asked)
    default:
      return null
  }
}

/** What the answer of a tool says about a plan: the task that was created with its id, or all tasks. */
export function planChangeOfAnswer(answer: unknown): PlanChange | null {
  const { task, tasks } = fields(answer)
  // Tools of servers have tasks of their own kind.
  const isTask = (value: unknown): boolean => isText(fields(value)['subject'])
  if (Array.isArray(tasks)) return tasks.every(isTask) ? replaced('TaskList', tasks) : null
  return isTask(task) ? changed('TaskCreate', task) : null
}

/** What a hook says about a plan. */
export function planChangeOfHook(kind: string, payload: Fields): PlanChange | null {
  if (kind === 'TaskCreated') return changed(kind, payload, 'pending')
  if (kind === 'TaskCompleted') return changed(kind, payload, 'completed')
  const tool = payload['tool_name']
  if (!isPlanning(tool)) return null
  if (kind === 'PreToolUse') return planChangeOfCall(tool, payload['tool_input'])
  if (kind !== 'PostToolUse' || (tool !== 'TaskCreate' && tool !== 'TaskList')) return null
  return planChangeOfAnswer(payload['tool_response'])
}
