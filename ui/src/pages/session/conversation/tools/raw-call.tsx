import type { ToolCall } from '../items.js'
import { RawLine } from '../raw-line.js'

/** The call and its result as the transcript has them. */
export function RawCall({ call: { line, resultLine } }: { call: ToolCall }) {
  return (
    <>
      <RawLine line={line} />
      {resultLine !== undefined && resultLine !== line && <RawLine line={resultLine} />}
    </>
  )
}
