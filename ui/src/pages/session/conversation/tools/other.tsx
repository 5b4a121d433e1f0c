import { isRecord } from '../../../../kit/tool-argument.js'
import { laidOut } from './laid-out.js'
import { Details, Output, Text } from './pieces.js'
import { outputOf } from './call.js'
import type { BodyProps, ToolView } from './view.js'

/** A tool without a view of its own: its inputs, by name if they are short, and its output. */
export const other: ToolView = { Body: OtherBody }

const SHORT = 200

const isShort = (value: unknown): value is string | number | boolean =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length <= SHORT)

export function OtherBody({ call }: BodyProps) {
  const { input } = call
  const members = isRecord(input) ? Object.entries(input) : undefined
  const areShort = members?.every(([, value]) => isShort(value)) === true
  return (
    <>
      {areShort ? (
        <Details of={members.map(([name, value]) => [name, String(value)] as const)} />
      ) : (
        <Given input={input} />
      )}
      <Output call={call} text={laidOut(outputOf(call))} />
    </>
  )
}

function Given({ input }: { input: unknown }) {
  const cut = isRecord(input) ? input['_truncated'] : undefined
  const text = typeof input === 'string' ? input : typeof cut === 'string' ? cut : JSON.stringify(input, null, 2)
  return text === undefined || text === '' || text === '{}' ? null : <Text kind="input">{text}</Text>
}
