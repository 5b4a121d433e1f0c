import type { ReactNode } from 'react'
import type { Session } from '../api/types.js'
import { age } from '../format/format.js'
import { t } from '../i18n/i18n.js'
import { useWords } from '../i18n/use-words.js'
import { useTimed } from '../live/clock.js'
import { Command } from './command.js'
import { situationWords } from './situation.js'
import { ToolIcon } from './tool-icon.js'
import { unmarked } from './unmarked.js'
import { within } from './within.js'

type HeadlineRow = NonNullable<Session['headline']>

/** A working session is called quiet when nothing was heard for this long: a fact to show, not another state. */
const QUIET_MS = 5 * 60_000

/** What a session asks, does or said, in one line. */
export function Headline({ session }: { session: Session }) {
  useWords()
  const quiet = useQuiet(session)
  if (quiet !== '') return <span className="faint">{quiet}</span>
  const { headline } = session
  if (headline === null || headline.text === '') return <span className="faint">{withoutHeadline(session)}</span>
  return VIEWS[headline.kind](headline, session.cwd)
}

const VIEWS: Readonly<Record<HeadlineRow['kind'], (headline: HeadlineRow, directory: string | null) => ReactNode>> = {
  permission: ({ tool, text }) => (
    <>
      <Chip words="headline.permission" />
      {/* Without a tool the text is a sentence of the agent's, not a command. */}
      {tool === null ? (
        <span>{text}</span>
      ) : (
        <>
          <ToolIcon tool={tool} />
          <span className="mono">
            <Command text={text} />
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
      {within(directory, text)}
    </>
  ),
  prompt: ({ text }) => <span className="faint">{text}</span>,
  error: ({ text }) => text,
  reply: ({ text }) => unmarked(text),
}

/** What a waiting session wants, before its words. */
function Chip({ words }: { words: 'headline.permission' | 'headline.question' }) {
  return <span className="chip need">{useWords()(words)}</span>
}

function withoutHeadline({ situation }: Session): string {
  if (situation === 'ready') return t('headline.notStarted')
  if (situation === 'working') return t('headline.thinking')
  return situationWords(situation)
}

/** `Quiet for 12 min, process alive`, or nothing while there is life. */
function useQuiet({ situation, last_activity, process_alive }: Session): string {
  return useTimed((now) => {
    if (situation !== 'working' || last_activity === null || now - Date.parse(last_activity) < QUIET_MS) return ''
    const key = process_alive === null ? 'quiet' : process_alive ? 'quietAlive' : 'quietGone'
    return t(`headline.${key}`, { age: age(last_activity, now) })
  })
}
