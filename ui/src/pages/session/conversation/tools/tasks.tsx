import { useWords } from '../../../../i18n/use-words.js'
import { Checklist } from './checklist.js'
import { Details, Output, Words } from './pieces.js'
import { outputOf, textAt } from './call.js'
import type { BodyProps, ToolView } from './view.js'

/** A call that creates, changes or reads a task of Claude Code's task list. */
export const tasks: ToolView = {
  Body: TasksBody,
}

function TasksBody({ call }: BodyProps) {
  const t = useWords()
  const [subject, status, what] = ['subject', 'status', 'description'].map((name) => textAt(call, name))
  const about = subject || (textAt(call, 'taskId') === '' ? '' : t('session:call.Task', { id: textAt(call, 'taskId') }))
  return (
    <>
      {about !== '' && <Checklist todos={[{ words: about, status: status || 'pending' }]} />}
      {what !== '' && <Words>{what}</Words>}
      <Details of={[[t('session:detail.owner'), textAt(call, 'owner')]]} />
      <Output call={call} text={outputOf(call)} />
    </>
  )
}
