import { useWords } from '../../../../i18n/use-words.js'
import { Details, Output } from './pieces.js'
import { outputOf, textAt } from './call.js'
import type { BodyProps, ToolView } from './view.js'

/** A call that reads, writes to or stops a background command or agent. */
export const background: ToolView = { Body: BackgroundBody }

/** The parts of a result are in tags: `<stdout>`, `<stderr>`, `<status>`. */
const partOf = (text: string, tag: string): string =>
  new RegExp(`<${tag}>\\n?([^]*?)\\n?</${tag}>`).exec(text)?.[1] ?? ''

function BackgroundBody({ call }: BodyProps) {
  const t = useWords()
  const output = outputOf(call)
  const [status, printed, complaint] = ['status', 'stdout', 'stderr'].map((tag) => partOf(output, tag))
  const isTagged = [status, printed, complaint].some((part) => part !== '')
  const said = [printed, complaint].filter((part) => part !== undefined && part !== '').join('\n')
  return (
    <>
      <Details
        of={[
          [t('session:detail.written'), textAt(call, 'chars') || textAt(call, 'input') || textAt(call, 'message')],
          [t('session:detail.status'), status ?? ''],
        ]}
      />
      <Output call={call} text={isTagged ? said : output} />
    </>
  )
}
