import { t } from '../../../../i18n/i18n.js'
import { commandOf } from './command.js'
import { isPatch, patchLines } from './diff.js'
import { DiffView } from './diff-view.js'
import { OtherBody } from './other.js'
import { Output, Text } from './pieces.js'
import { shellOutput } from './shell-output.js'
import { hasFailed, linesOf, outputOf, textAt } from './call.js'
import styles from './pieces.module.css'
import type { BodyProps, ToolView } from './view.js'

/** A shell command: the command line, the output and the exit code. */
export const shell: ToolView = {
  outcome: (call) => {
    const { text, exitCode } = shellOutput(outputOf(call))
    if (hasFailed(call))
      return (
        <span className="bad">
          {exitCode === null ? t('session:call.failed') : t('session:call.exit', { code: exitCode })}
        </span>
      )
    const lines = linesOf(text).length
    return (
      <span className="faint">
        {lines === 0 ? t('session:call.silent') : t('session:call.lines', { count: lines })}
      </span>
    )
  },
  Body: ShellBody,
}

function ShellBody({ call, place }: BodyProps) {
  const command = commandOf(call.input)
  if (command === undefined) return <OtherBody call={call} place={place} />
  const what = textAt(call, 'description')
  return (
    <>
      {what !== '' && <p className={styles['aim']}>{what}</p>}
      {isPatch(command) ? <DiffView lines={patchLines(command)} /> : <Text kind="command">{command}</Text>}
      <Output call={call} text={shellOutput(outputOf(call)).text} />
    </>
  )
}
