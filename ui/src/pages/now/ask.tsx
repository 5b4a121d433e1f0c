import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { advice } from '../../api/failure.js'
import type { Session } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { askWords } from '../../kit/ask-words.js'
import buttons from '../../kit/button.module.css'
import { classes } from '../../kit/classes.js'
import { Command } from '../../kit/command.js'
import { Headline } from '../../kit/headline.js'
import { notify } from '../../kit/notices.js'
import type { AskedQuestion, Request } from '../../kit/request.js'
import { titleOf } from '../../kit/session-label.js'
import { situationWords } from '../../kit/situation.js'
import { Age } from '../../kit/time.js'
import { Why } from '../../kit/why.js'
import why from '../../kit/why.module.css'
import { within } from '../../kit/within.js'
import styles from './ask.module.css'
import { TerminalPlace } from './terminal-place.js'
import { useRequest } from './use-request.js'

/** What the session asks for or does, in full, with the evidence. */
export function Ask({ session }: { session: Session }) {
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
      {situation === 'failed' && !session.failure_dismissed && <Dismiss session={session} />}
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

/** Hides a failure until the session fails again. */
function Dismiss({ session }: { session: Session }) {
  const t = useWords()
  const restore = useMutation({ mutationFn: () => call('DELETE /api/sessions/:id/dismiss', { params: session }) })
  const dismiss = useMutation({
    mutationFn: () => call('POST /api/sessions/:id/dismiss', { params: session }),
    onSuccess: () =>
      notify(t('now:dismiss.done', { name: titleOf(session) }), { label: t('undo'), run: () => restore.mutate() }),
  })
  return (
    <div>
      <button type="button" className={buttons['button']} disabled={dismiss.isPending} onClick={() => dismiss.mutate()}>
        {t('now:dismiss.button')}
      </button>
      {dismiss.error !== null && (
        <p role="alert" className="bad">
          {advice(dismiss.error)}
        </p>
      )}
    </div>
  )
}
