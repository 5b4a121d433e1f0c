import { marked } from '../../../../../../src/domain/line-diff.js'
import { useWords } from '../../../../i18n/use-words.js'
import { DiffView } from './diff-view.js'
import { Details, Failure } from './pieces.js'
import { textAt } from './call.js'
import type { BodyProps, ToolView } from './view.js'

/** A call that changes, inserts or deletes a cell of a notebook. */
export const notebook: ToolView = { Body: NotebookBody }

function NotebookBody({ call }: BodyProps) {
  const t = useWords()
  const source = textAt(call, 'new_source')
  return (
    <>
      <Details
        of={[
          [t('session:detail.cell'), textAt(call, 'cell_id') || textAt(call, 'cell_number')],
          [t('session:detail.kind'), textAt(call, 'cell_type')],
          [t('session:detail.edit'), textAt(call, 'edit_mode') || 'replace'],
        ]}
      />
      {source !== '' && <DiffView lines={marked('+', source.split('\n'))} />}
      <Failure call={call} />
    </>
  )
}
