import type { ReactNode } from 'react'
import type { Session } from '../api/types.js'
import { age } from '../format/format.js'
import { t } from '../i18n/i18n.js'
import { useWords } from '../i18n/use-words.js'
import { useTimed } from '../live/clock.js'
import chips from './chip.module.css'
import { Command } from './command.js'
import { cutMiddle } from './cut-middle.js'
import styles from './headline.module.css'
import { situationWords } from './situation.js'
import { ToolIcon } from './tool-icon.js'
import { unmarked } from './unmarked.js'
import { within } from './within.js'

type HeadlineRow = NonNullable<Session['headline']>

/** A working session without activity for this long is shown as quiet. That is not another state. */
const QUIET_MS = 5 * 60_000

/** What a session asks, does or last said, in one line. */
export function Headline({ session }: { session: Session }) {
  useWords()
  const quiet = useQuiet(session)
  const { headline } = session
  const says =
    headline === null || headline.text === '' ? (
      <span className="faint">{withoutHeadline(session)}</span>
    ) : (
      VIEWS[headline.kind](headline, session.cwd)
    )
  if (quiet === '') return says
  return (
    <span className={styles['line']}>
      <span className={styles['says']}>{says}</span>
      <span className={styles['quiet']}>{quiet}</span>
    </span>
  )
}

/** Longer paths would push the file name out of a row. */
const LONGEST_PATH = 64
const pathOf = (directory: string | null, text: string): string => {
  const path = within(directory, text)
  return /\s/.test(path) ? path : cutMiddle(path, LONGEST_PATH)
}

const VIEWS: Readonly<Record<HeadlineRow['kind'], (headline: HeadlineRow, directory: string | null) => ReactNode>> = {
  permission: ({ tool, text }, directory) => (
    <>
      <Chip words="headline.permission" />
      {/* Without a tool, the text is a sentence of the agent and not a command. */}
      {tool === null ? (
        <span>{text}</span>
      ) : (
        <>
          <ToolIcon tool={tool} />
          <span className="mono">
            <Command text={pathOf(directory, text)} />
          </span>
        </>
      )}
    </>
  ),
  question: ({ text }) => (
    <>
      <Chip words="headline.question" />
      {text}
    </>
  ),
  tool: ({ tool, text }, directory) => (
    <>
      {tool !== null && (
        <>
          <ToolIcon tool={tool} named />
          <span className="mono">{tool} </span>
        </>
      )}
      {pathOf(directory, text)}
    </>
  ),
  prompt: ({ text }) => <span className="faint">{text}</span>,
  error: ({ text }) => text,
  reply: ({ text }) => unmarked(text),
}

/** The kind of request of a waiting session. */
function Chip({ words }: { words: 'headline.permission' | 'headline.question' }) {
  return (
    <span className={chips['need']} data-chip>
      {useWords()(words)}
    </span>
  )
}

function withoutHeadline({ situation }: Session): string {
  if (situation === 'ready') return t('headline.notStarted')
  if (situation === 'working') return t('headline.thinking')
  return situationWords(situation)
}

/** `quiet 12 min`, with a word if the process is gone; empty while there is activity. */
function useQuiet({ situation, last_activity, process_alive }: Session): string {
  return useTimed((now) => {
    if (situation !== 'working' || last_activity === null || now - Date.parse(last_activity) < QUIET_MS) return ''
    return t(process_alive === false ? 'headline.quietGone' : 'headline.quiet', { age: age(last_activity, now) })
  })
}
