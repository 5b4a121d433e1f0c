import { plural } from '../../../../format/format.js'
import { Details, Output } from './pieces.js'
import { hasFailed, linesOf, outputOf, textAt } from './call.js'
import type { BodyProps, ToolView } from './view.js'

/** A search through files, or a listing of them: where, with which limits, and what was found. */
export const searchFiles: ToolView = {
  outcome: (call) => {
    if (hasFailed(call)) return undefined
    const text = outputOf(call)
    const found = /^(?:Found (\d+) |No (?:files|matches) found)/.exec(text)
    const many = found === null ? linesOf(text).length : Number(found[1] ?? 0)
    return <span className="faint">{many === 0 ? 'nothing found' : plural(many, unitOf(call))}</span>
  },
  Body: SearchBody,
}

const unitOf = (call: BodyProps['call']): string =>
  call.name === 'Grep' && textAt(call, 'output_mode') === 'content' ? 'line' : 'file'

function SearchBody({ call }: BodyProps) {
  const around = textAt(call, '-C') || textAt(call, 'context')
  return (
    <>
      <Details
        of={[
          ['in', textAt(call, 'pattern') === '' ? '' : textAt(call, 'path')],
          ['files', textAt(call, 'glob') || textAt(call, 'type')],
          ['lines around', around],
        ]}
      />
      <Output call={call} />
    </>
  )
}
