import { lazy, Suspense } from 'react'
import type { Session } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { AskOfSession } from '../../kit/ask/ask-of-session.js'
import { askWords } from '../../kit/ask-words.js'
import { classes } from '../../kit/classes.js'
import { Command } from '../../kit/command.js'
import { Headline } from '../../kit/headline.js'
import type { AskedQuestion, Request } from '../../kit/request.js'
import { situationWords } from '../../kit/situation.js'
import { Age } from '../../kit/time.js'
import { Why } from '../../kit/why.js'
import why from '../../kit/why.module.css'
import { within } from '../../kit/within.js'
import { loadPart } from '../../lazy/load-part.js'
import styles from './ask.module.css'
import { TerminalPlace } from './terminal-place.js'
import { useRequest } from './use-request.js'

// Most visits need none.
const Dismiss = lazy(async () => ({ default: (await loadPart(() => import('./dismiss.js'))).Dismiss }))

/** What the session asks for or does: in a lane, its options are pressed here. */
export function Ask({ session }: { session: Session }) {
  return <AskOfSession session={session} className={styles['inLane']} fallback={<Shown session={session} />} />
}

/** What the session asks for or does, in full, with the evidence. */
function Shown({ session }: { session: Session }) {
  const { headline, situation } = session
  const waits = situation === 'needs_you'
  const request = useRequest(session)
  return (
    <div className={styles['ask']} data-ask={waits ? 'need' : situation === 'failed' ? 'fail' : ''}>
      <div className={styles['title']}>
        <span>{waits ? askWords(headline) : situationWords(situation)}</span>
        <Age since={session.situation_since} className={classes('num', styles['since'])} />
      </div>
      {waits && headline !== null ? (
        <Wanted session={session} request={request} />
      ) : (
        <p>
          <Headline session={session} />
        </p>
      )}
      <Why session={session} />
      {waits && <TerminalPlace session={session.id} />}
      {situation === 'failed' && !session.failure_dismissed && (
        <Suspense>
          <Dismiss session={session} />
        </Suspense>
      )}
    </div>
  )
}

function Wanted({ session: { headline, cwd }, request }: { session: Session; request: Request | undefined }) {
  const { questions = [], command, path } = request ?? {}
  if (questions.length > 0) return questions.map((asked, index) => <Question key={index} asked={asked} />)
  const text = headline?.text ?? ''
  if (headline?.kind !== 'permission' || headline.tool === null) return <p>{text}</p>
  return (
    <pre>
      <Command text={command ?? path ?? within(cwd, text)} />
    </pre>
  )
}

/** A question as the terminal shows it. It is answered in the terminal, so nothing here looks like a control. */
function Question({ asked: { question, options, isMultiple } }: { asked: AskedQuestion }) {
  const t = useWords()
  return (
    <div className={styles['question']}>
      <p>{question}</p>
      <ol className={styles['options']}>
        {options.map(({ label, description }, index) => (
          <li key={index}>
            <b>{label}</b>
            {description !== '' && <span>{description}</span>}
          </li>
        ))}
      </ol>
      {isMultiple && <p className={why['why']}>{t('now:question.multiple')}</p>}
    </div>
  )
}
