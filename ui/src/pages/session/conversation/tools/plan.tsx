import { t } from '../../../../i18n/i18n.js'
import { MarkdownText } from '../markdown-text.js'
import { Failure, Words } from './pieces.js'
import { hasFailed, textAt } from './call.js'
import type { BodyProps, ToolView } from './view.js'

/** A plan that the user was asked to approve. */
export const plan: ToolView = {
  outcome: (call) => {
    if (call.result === undefined) return undefined
    return hasFailed(call) ? (
      <span className="bad">{t('session:call.notApproved')}</span>
    ) : (
      <span className="faint">{t('session:call.approved')}</span>
    )
  },
  opens: () => true,
  Body: PlanBody,
}

function PlanBody({ call }: BodyProps) {
  const words = textAt(call, 'plan')
  return (
    <>
      {words !== '' && (
        <Words>
          <MarkdownText text={words} />
        </Words>
      )}
      <Failure call={call} />
    </>
  )
}
