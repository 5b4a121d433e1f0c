import { isText, short } from '../text.js'
import { type Fields, fields, isFields, listOf } from '../transcript/json.js'

const TEXT_MAX = 200
const ID_MAX = 100
const MOST_ITEMS = 200

/** An item of a plan, or a change of one. Null members are not reported. */
interface PlanItem {
  /** The agent's own id of the item; null if only its position identifies it. */
  readonly id: string | null
  /** At most 200 characters. */
  readonly text: string | null
  /** As the agent writes it: `pending`, `in_progress`, `completed`, `deleted` and others. */
  readonly status: string | null
  readonly description: string | null
}

/** How a call or a hook changes the plan of its agent. */
export interface PlanChange {
  readonly tool: string
  /** Whether `items` replace the whole plan. Otherwise they are added, or change the items with their ids. */
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

// `activeForm` is left out: it is what a task is called while it runs, not its title.
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

/** The tools with which an agent maintains its plan. */
const PLANNING: ReadonlySet<unknown> = new Set(['TodoWrite', 'update_plan', 'TaskCreate', 'TaskUpdate', 'TaskList'])

/** Whether calls of a tool can change a plan. */
export const isPlanning = (tool: unknown): boolean => PLANNING.has(tool)

/** Returns the change of the plan that a tool call asks for. A created task has no id until the call is answered. */
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

/** Returns the change of the plan in a tool's answer: the created task with its id, or all tasks. */
export function planChangeOfAnswer(answer: unknown): PlanChange | null {
  const { task, tasks } = fields(answer)
  // Tools of MCP servers can answer with tasks of another shape.
  const isTask = (value: unknown): boolean => isText(fields(value)['subject'])
  if (Array.isArray(tasks)) return tasks.every(isTask) ? replaced('TaskList', tasks) : null
  return isTask(task) ? changed('TaskCreate', task) : null
}

/** Returns the change of the plan that a hook reports. */
export function planChangeOfHook(kind: string, payload: Fields): PlanChange | null {
  if (kind === 'TaskCreated') return changed(kind, payload, 'pending')
  if (kind === 'TaskCompleted') return changed(kind, payload, 'completed')
  const tool = payload['tool_name']
  if (!isPlanning(tool)) return null
  if (kind === 'PreToolUse') return planChangeOfCall(tool, payload['tool_input'])
  if (kind !== 'PostToolUse' || (tool !== 'TaskCreate' && tool !== 'TaskList')) return null
  return planChangeOfAnswer(payload['tool_response'])
}
