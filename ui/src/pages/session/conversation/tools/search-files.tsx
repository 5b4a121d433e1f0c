import { t } from '../../../../i18n/i18n.js'
import { useWords } from '../../../../i18n/use-words.js'
import { Details, Output } from './pieces.js'
import { hasFailed, linesOf, outputOf, textAt } from './call.js'
import type { BodyProps, ToolView } from './view.js'

/** A call that searches or lists files: the directory, the limits and the results. */
export const searchFiles: ToolView = {
  outcome: (call) => {
    if (hasFailed(call)) return undefined
    const text = outputOf(call)
    const found = /^(?:Found (\d+) |No (?:files|matches) found)/.exec(text)
    const many = found === null ? linesOf(text).length : Number(found[1] ?? 0)
    return <span className="faint">{many === 0 ? t('session:call.nothing') : t(unitOf(call), { count: many })}</span>
  },
  Body: SearchBody,
}

const unitOf = (call: BodyProps['call']) =>
  call.name === 'Grep' && textAt(call, 'output_mode') === 'content' ? 'session:call.lines' : 'session:call.filesFound'

function SearchBody({ call }: BodyProps) {
  const t = useWords()
  const around = textAt(call, '-C') || textAt(call, 'context')
  return (
    <>
      <Details
        of={[
          [t('session:detail.in'), textAt(call, 'pattern') === '' ? '' : textAt(call, 'path')],
          [t('session:detail.files'), textAt(call, 'glob') || textAt(call, 'type')],
          [t('session:detail.around'), around],
        ]}
      />
      <Output call={call} />
    </>
  )
}
