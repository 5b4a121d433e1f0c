import { diffOf, diffSize } from './diff.js'
import { DiffView } from './diff-view.js'
import { OtherBody } from './other.js'
import { Failure } from './pieces.js'
import { hasFailed } from './call.js'
import type { BodyProps, ToolView } from './view.js'

/** Changes with more lines are collapsed. */
const SMALL = 24

/** A call that changes files: the removed and added lines. */
export const changes: ToolView = {
  outcome: (call) => {
    const diff = hasFailed(call) ? undefined : diffOf(call.name, call.input)
    if (diff === undefined) return undefined
    const { added, removed } = diffSize(diff)
    return (
      <>
        <span className="well">+{added}</span> <span className="bad">−{removed}</span>
      </>
    )
  },
  opens: (call) => (diffOf(call.name, call.input)?.length ?? Infinity) <= SMALL,
  Body: ChangesBody,
}

export function ChangesBody({ call, place }: BodyProps) {
  const diff = diffOf(call.name, call.input)
  if (diff === undefined) return <OtherBody call={call} place={place} />
  return (
    <>
      <DiffView lines={diff} />
      <Failure call={call} />
    </>
  )
}
