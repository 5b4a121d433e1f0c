import { t } from '../../../../i18n/i18n.js'
import { argumentOf, isRecord } from '../../../../kit/tool-argument.js'
import type { ToolCall } from '../items.js'
import { recordsAt, skillOf, textAt } from './call.js'
import { commandOf } from './command.js'
import { kindOf, type ToolKind } from '../../../../kit/tool-kinds.js'
import { taskOf } from './started-by.js'
import { stateWords, todosOf } from './todo.js'

/** More files are only counted. */
const MOST_FILES = 3

const IDS = ['bash_id', 'shell_id', 'task_id', 'session_id', 'agent_id', 'id'] as const

const told = (value: unknown): string => (typeof value === 'string' ? value : '')

const ABOUT: Readonly<Partial<Record<ToolKind, (call: ToolCall) => string>>> = {
  agent: (call) => textAt(call, 'description') || textAt(call, 'name') || taskOf(call),
  background: (call) => IDS.map((name) => textAt(call, name)).find((id) => id !== '') ?? '',
  notebook: (call) => textAt(call, 'notebook_path'),
  changes: (call) => {
    const { files: listed } = isRecord(call.input) ? call.input : {}
    const files = Array.isArray(listed) ? listed.map(told) : []
    if (files.length <= MOST_FILES) return files.join(', ')
    return t('session:call.files', { names: files.slice(0, 2).join(', '), count: files.length - 2 })
  },
  plan: (call) => /^#*\s*(.+)$/m.exec(textAt(call, 'plan'))?.[1] ?? '',
  question: (call) => told(recordsAt(call, 'questions')[0]?.['question']),
  read: (call) => {
    const [from, many] = [textAt(call, 'offset'), textAt(call, 'limit')]
    const path = textAt(call, 'file_path') || textAt(call, 'path')
    if (from === '' && many === '') return path
    const line = from || '1'
    return many === '' ? t('session:call.from', { path, line }) : t('session:call.fromMany', { path, line, many })
  },
  shell: (call) => commandOf(call.input) ?? '',
  skill: (call) => [skillOf(call), textAt(call, 'args')].filter((part) => part !== '').join(' '),
  tasks: (call) => {
    const id = textAt(call, 'taskId')
    const state = textAt(call, 'status')
    const subject = textAt(call, 'subject')
    if (subject !== '' || id === '') return subject
    return state === '' ? t('session:call.task', { id }) : t('session:call.taskState', { id, state: stateWords(state) })
  },
  todos: (call) => todosOf(call).find((todo) => todo.status === 'in_progress')?.words ?? '',
  web: (call) => {
    const queries = isRecord(call.input) && Array.isArray(call.input['queries']) ? call.input['queries'] : []
    return textAt(call, 'query') || textAt(call, 'url') || queries.map(told).filter(Boolean).join('; ')
  },
}

/** Returns what a call acts on, in one line: by the kind of its tool, or else the most informative input. */
export function aboutCall(call: ToolCall): string {
  const kind = kindOf(call.name)
  const words = (kind === undefined ? undefined : ABOUT[kind]?.(call)) || argumentOf(call.input)
  return words.replace(/\s+/g, ' ').slice(0, 300)
}
