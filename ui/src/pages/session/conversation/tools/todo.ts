import { t } from '../../../../i18n/i18n.js'
import { isRecord } from '../../../../kit/tool-argument.js'
import type { ToolCall } from '../items.js'

export interface Todo {
  readonly words: string
  readonly status: string
}

/** Returns the tasks of a call; none if it has no list. */
export function todosOf({ input }: Pick<ToolCall, 'input'>): readonly Todo[] {
  const list = isRecord(input) ? (input['todos'] ?? input['plan']) : undefined
  if (!Array.isArray(list)) return []
  return list.filter(isRecord).map((todo) => ({
    words: [todo['content'], todo['step'], todo['activeForm']].find((words) => typeof words === 'string') ?? '',
    status: typeof todo['status'] === 'string' ? todo['status'] : 'pending',
  }))
}

const STATES = ['completed', 'in_progress', 'pending'] as const

/** Returns the state of a task as text; an unknown state is unchanged. */
export function stateWords(status: string): string {
  const known = STATES.find((state) => state === status)
  return known === undefined ? status.replace('_', ' ') : t(`session:todo.${known}`)
}
