import { Details, Output } from './pieces.js'
import { skillOf, textAt } from './call.js'
import type { BodyProps, ToolView } from './view.js'

/** A skill that was taken up. */
export const skill: ToolView = {
  Body: SkillBody,
}

function SkillBody({ call }: BodyProps) {
  const [, plugin = '', name = ''] = /^(?:(.+?):)?(.*)$/.exec(skillOf(call)) ?? []
  return (
    <>
      <Details
        of={[
          ['skill', name],
          ['plugin', plugin],
          ['given', textAt(call, 'args')],
        ]}
      />
      <Output call={call} />
    </>
  )
}
