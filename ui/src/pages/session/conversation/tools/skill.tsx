import { useWords } from '../../../../i18n/use-words.js'
import { Details, Output } from './pieces.js'
import { skillOf, textAt } from './call.js'
import type { BodyProps, ToolView } from './view.js'

/** A call that uses a skill. */
export const skill: ToolView = {
  Body: SkillBody,
}

function SkillBody({ call }: BodyProps) {
  const t = useWords()
  const [, plugin = '', name = ''] = /^(?:(.+?):)?(.*)$/.exec(skillOf(call)) ?? []
  return (
    <>
      <Details
        of={[
          [t('session:detail.skill'), name],
          [t('session:detail.plugin'), plugin],
          [t('session:detail.given'), textAt(call, 'args')],
        ]}
      />
      <Output call={call} />
    </>
  )
}
