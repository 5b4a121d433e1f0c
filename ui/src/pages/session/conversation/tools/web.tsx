import { useWords } from '../../../../i18n/use-words.js'
import { FoldedText } from '../folded-text.js'
import { Details, Failure, Words } from './pieces.js'
import { hasFailed, outputOf, textAt } from './call.js'
import type { BodyProps, ToolView } from './view.js'
import { isRecord } from '../../../../kit/tool-argument.js'

/** A call that fetches a page or searches the web: the request and the result. */
export const web: ToolView = { Body: WebBody }

function WebBody({ call, place }: BodyProps) {
  const t = useWords()
  const output = outputOf(call)
  return (
    <>
      <Details
        of={[
          [t('session:detail.prompt'), textAt(call, 'prompt')],
          [t('session:detail.looked'), textAt(call, 'pattern')],
          [t('session:detail.only'), domains(call, 'allowed_domains')],
          [t('session:detail.never'), domains(call, 'blocked_domains')],
        ]}
      />
      {!hasFailed(call) && output !== '' && (
        <Words>
          <FoldedText text={output} place={`${place}.answer`} />
        </Words>
      )}
      <Failure call={call} />
    </>
  )
}

function domains({ input }: BodyProps['call'], name: string): string {
  const given = isRecord(input) ? input[name] : undefined
  return Array.isArray(given) ? given.filter((domain) => typeof domain === 'string').join(', ') : ''
}
