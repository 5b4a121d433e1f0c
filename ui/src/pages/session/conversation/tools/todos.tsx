import { t } from '../../../../i18n/i18n.js'
import { Checklist } from './checklist.js'
import { todosOf } from './todo.js'
import { OtherBody } from './other.js'
import { Failure, Words } from './pieces.js'
import { textAt } from './call.js'
import type { BodyProps, ToolView } from './view.js'

/** A todo list, of Claude Code (`todos`) or Codex (`plan`). */
export const todos: ToolView = {
  outcome: (call) => {
    const list = todosOf(call)
    const done = list.filter((todo) => todo.status === 'completed').length
    return list.length === 0 ? undefined : (
      <span className="faint">{t('session:call.done', { done, count: list.length })}</span>
    )
  },
  opens: (call) => todosOf(call).length > 0,
  Body: TodosBody,
}

function TodosBody({ call, place }: BodyProps) {
  const list = todosOf(call)
  if (list.length === 0) return <OtherBody call={call} place={place} />
  const why = textAt(call, 'explanation')
  return (
    <>
      {why !== '' && <Words>{why}</Words>}
      <Checklist todos={list} />
      <Failure call={call} />
    </>
  )
}
