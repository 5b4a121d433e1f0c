import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Pane, Session } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { askWords } from '../../../kit/ask-words.js'
import { Command } from '../../../kit/command.js'
import { useKeys } from '../../../kit/keys.js'
import { Age } from '../../../kit/time.js'
import { SessionWhy } from '../../../kit/session-why.js'
import { within } from '../../../kit/within.js'
import { useRequest } from '../../now/use-request.js'
import { type Answer, answersOf } from './answers.js'
import styles from './question-card.module.css'
import type { ScreenHandle } from './screen.js'

/** After this long, the answer has not reached the agent or was not understood. */
const STILL_MS = 5000

interface QuestionCardProps {
  readonly session: Session
  readonly slot: number
  readonly screen: RefObject<ScreenHandle | null>
  /** Whether the terminal accepts an answer. */
  readonly isConnected: boolean
}

type Sent = 'sent' | 'still' | 'unsent'

/** What the agent of a slot asks, with answers that are typed into its terminal. Another question is another card. */
export function QuestionCard({ session, slot, screen, isConnected }: QuestionCardProps) {
  const t = useWords()
  const card = useRef<HTMLElement>(null)
  const [sent, setSent] = useState<Sent>()
  const request = useRequest(session)
  const answers = answersOf(session, request)
  useEffect(() => {
    if (sent !== 'sent') return undefined
    const timer = setTimeout(() => setSent('still'), STILL_MS)
    return () => clearTimeout(timer)
  }, [sent])
  const answer = ({ keys }: Answer): void => setSent(screen.current?.type(keys) === true ? 'sent' : 'unsent')
  useKeys({ r: () => (card.current?.querySelector<HTMLElement>('button:enabled') ?? card.current)?.focus() })
  const { headline, cwd } = session
  const question = request?.questions[0]?.question
  const isCommand = headline?.kind === 'permission' && headline.tool !== null
  return (
    <section
      ref={card}
      className={styles['waiting']}
      aria-label={t('situation.needs_you')}
      tabIndex={-1}
      data-question
      onKeyDown={(event) => {
        const chosen = answers[Number(event.key) - 1]
        if (chosen === undefined || event.ctrlKey || event.altKey || event.metaKey) return
        // Outside of the card, digits open pages.
        event.preventDefault()
        event.stopPropagation()
        event.nativeEvent.stopImmediatePropagation()
        if (sent !== 'sent') answer(chosen)
      }}
    >
      <div className={styles['title']}>
        <h2>{askWords(headline)}</h2>
        <Age since={session.situation_since} className="num" />
      </div>
      {isCommand ? (
        <pre>
          <Command text={request?.command ?? request?.path ?? within(cwd, headline.text)} />
        </pre>
      ) : (
        <p>{question ?? headline?.text ?? ''}</p>
      )}
      {answers.length > 0 && (
        <div className={styles['options']}>
          {answers.map((one, index) => (
            <button key={one.keys} type="button" disabled={sent === 'sent' || !isConnected} onClick={() => answer(one)}>
              <kbd>{index + 1}</kbd>
              <span>
                {one.is === 'option' ? one.label : t(`lanes:question.${one.is}`)}
                {one.is === 'option' && one.description !== '' && <small>{one.description}</small>}
              </span>
            </button>
          ))}
        </div>
      )}
      <p className={styles['note']} role="status">
        {sent === undefined
          ? t(answers.length > 0 ? 'lanes:question.types' : 'lanes:question.terminal', { slot })
          : t(`lanes:question.${sent}`)}{' '}
        <SessionWhy id={session.id} situation={session.situation} read={session} className={styles['why']}>
          {t('lanes:question.why')}
        </SessionWhy>
      </p>
    </section>
  )
}

interface DialogCardProps {
  readonly slot: number
  readonly dialog: NonNullable<Pane['waiting']>
}

/** The dialog that an agent starts with. It is answered in the terminal, where its options are. */
export function DialogCard({ slot, dialog: { kind, text } }: DialogCardProps) {
  const t = useWords()
  return (
    <section className={styles['waiting']} aria-label={t('situation.needs_you')} data-question>
      <div className={styles['title']}>
        <h2>{t(`lanes:dialog.${kind}`)}</h2>
      </div>
      <p>{text}</p>
      <p className={styles['note']}>{t('lanes:question.terminal', { slot })}</p>
    </section>
  )
}
