import type { ToolCall } from '../items.js'
import { RawLine } from '../raw-line.js'

/** The call and its result as they are in the transcript. */
export function RawCall({ call: { line, resultLine } }: { call: ToolCall }) {
  return (
    <>
      <RawLine line={line} />
      {resultLine !== undefined && resultLine !== line && <RawLine line={resultLine} />}
    </>
  )
}
