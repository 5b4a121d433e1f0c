import { t } from '../../../../i18n/i18n.js'
import { numbered } from './numbered.js'
import { Output, Text } from './pieces.js'
import { hasFailed, outputOf } from './call.js'
import type { BodyProps, ToolView } from './view.js'

/** A call that reads a file: its lines with their numbers. */
export const read: ToolView = {
  outcome: (call) => {
    const lines = numbered(outputOf(call))?.length
    return lines === undefined || hasFailed(call) ? undefined : (
      <span className="faint">{t('session:call.lines', { count: lines })}</span>
    )
  },
  Body: ReadBody,
}

function ReadBody({ call }: BodyProps) {
  const lines = hasFailed(call) ? undefined : numbered(outputOf(call))
  if (lines === undefined) return <Output call={call} />
  return (
    <Text kind="numbered">
      {lines.map(({ number, text }) => (
        <span key={number}>
          <i aria-hidden>{number}</i>
          {text}
          {'\n'}
        </span>
      ))}
    </Text>
  )
}
