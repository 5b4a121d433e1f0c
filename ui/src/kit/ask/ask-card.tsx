import { useMutation } from '@tanstack/react-query'
import { Check, Lock } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.js'
import { advice, Failure } from '../../api/failure.js'
import type { Ask, Session } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { askWords } from '../ask-words.js'
import { useKeys } from '../keys.js'
import { SessionWhy } from '../session-why.js'
import { Age, Moment } from '../time.js'
import { type AskOption, chosenBy, isDigit, SEEN_MS } from './answers.js'
import styles from './ask-card.module.css'
import { TextField } from './text-field.js'

/** A screen on which a finger chooses. */
const NARROW = '(max-width: 760px)'

interface AskCardProps {
  readonly ask: Ask
  /** Undefined before the agent has reported one. */
  readonly session: Session | undefined
  /** Whether an option was pressed before, and the agent asks the same still. */
  readonly isStill: boolean
  /** Leads to the terminal, for what can only be answered there. */
  readonly terminal: ReactNode
}

/** What an agent in a lane asks, with its own options, in its order and with its numbers. Another ask is another card: its id is the key. */
export function AskCard({ ask, session, isStill, terminal }: AskCardProps) {
  const t = useWords()
  const card = useRef<HTMLElement>(null)
  const [hasFocus, setHasFocus] = useState(false)
  /** The option whose text is being written, or that needs a second tap. */
  const [opened, setOpened] = useState<string>()
  const [isFresh, setFresh] = useState(true)
  const { id, digest, answerable, state } = ask
  useEffect(() => {
    const timer = setTimeout(() => setFresh(false), SEEN_MS)
    return () => clearTimeout(timer)
  }, [])
  const send = useMutation({
    mutationFn: (body: { readonly option: string; readonly text?: string; readonly nonce: string }) =>
      call('POST /api/asks/:id/answer', { params: { id }, body: { digest, ...body } }),
  })
  const isOver = state !== 'open' || send.isPending || send.isSuccess || isGone(send.error)
  const answer = (option: string, text?: string): void => {
    // The next ask must not be answered by the same key, or by one that is meant for this.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    setOpened(undefined)
    send.mutate({ option, nonce: crypto.randomUUID(), ...(text === undefined ? {} : { text }) })
  }
  const choose = ({ key, text, lasting }: AskOption): void => {
    if (isOver || isFresh || key === null) return
    if (text || (lasting && opened !== key && matchMedia(NARROW).matches)) setOpened(key)
    else answer(key)
  }
  useKeys({ a: () => card.current?.focus() })
  const picked = ask.answer?.option ?? (send.isPending || send.isSuccess ? send.variables.option : undefined)
  return (
    <section
      ref={card}
      className={styles['waiting']}
      aria-label={t('lanes:question.label')}
      tabIndex={-1}
      data-question={ask.kind}
      data-over={isOver || undefined}
      onFocus={() => setHasFocus(true)}
      onBlur={({ relatedTarget }) => setHasFocus(card.current?.contains(relatedTarget) === true)}
      onKeyDown={(event) => {
        if (event.target instanceof HTMLTextAreaElement) return
        // Held down, Enter would press a button again and again.
        if (event.repeat && event.key === 'Enter') event.preventDefault()
        if (!isDigit(event.nativeEvent)) return
        // Outside of the card, digits open pages.
        event.preventDefault()
        event.stopPropagation()
        event.nativeEvent.stopImmediatePropagation()
        const chosen = chosenBy(event.nativeEvent, ask, !isFresh)
        if (chosen !== undefined) choose(chosen)
      }}
    >
      <Title session={session} ask={ask} isPending={send.isPending} />
      {ask.text !== '' && <pre>{ask.text}</pre>}
      <ol className={styles['options']}>
        {ask.options.map((option, at) => (
          <li key={`${option.key ?? '-'}${at}`}>
            <OptionButton
              option={option}
              hasFocus={hasFocus && answerable && !isFresh && !isOver}
              isOff={isOver || isFresh || !answerable}
              isArmed={opened === option.key && option.lasting}
              isPicked={picked !== undefined && option.key === picked}
              onChoose={() => choose(option)}
            />
            {opened === option.key && option.text && option.key !== null && (
              <TextField
                label={option.label}
                onSend={(text) => answer(option.key ?? '', text)}
                onClose={() => setOpened(undefined)}
              />
            )}
          </li>
        ))}
      </ol>
      {!answerable && ask.options.length === 0 && ask.screen.length > 0 && <pre>{ask.screen.join('\n')}</pre>}
      <p className={styles['note']} role="status">
        <Note ask={ask} error={send.error} unsent={send.variables?.option} isStill={isStill && !send.isPending} />{' '}
        {session?.situation === 'needs_you' && state === 'open' && (
          <SessionWhy id={session.id} situation={session.situation} read={session} className={styles['why']}>
            {t('lanes:question.why')}
          </SessionWhy>
        )}
      </p>
      {(!answerable || isStill) && state === 'open' && terminal}
    </section>
  )
}

const isGone = (error: Error | null): boolean => error instanceof Failure && error.code === 'EASKGONE'

interface NoteProps {
  readonly ask: Ask
  readonly error: Error | null
  /** The option that this page tried to press. */
  readonly unsent: string | undefined
  readonly isStill: boolean
}

/** Says what an answer does, or what became of it. */
function Note({ ask: { state, answerable, answer, slot }, error, unsent, isStill }: NoteProps) {
  const t = useWords()
  if (isGone(error) && unsent !== undefined && answer?.option !== unsent)
    return t('lanes:question.unsent', { option: unsent })
  if (error !== null && !isGone(error)) return advice(error)
  if (state === 'taken' && answer?.by_username != null) return t('lanes:question.by', { name: answer.by_username })
  if (state !== 'open') return null
  return t(`lanes:question.${isStill ? 'still' : answerable ? 'types' : 'terminal'}`, { slot })
}

interface OptionButtonProps {
  readonly option: AskOption
  /** Whether its number is a key. */
  readonly hasFocus: boolean
  readonly isOff: boolean
  /** Whether the next tap sends it. */
  readonly isArmed: boolean
  /** Whether it was pressed. */
  readonly isPicked: boolean
  readonly onChoose: () => void
}

function OptionButton({ option, hasFocus, isOff, isArmed, isPicked, onChoose }: OptionButtonProps) {
  const t = useWords()
  const { key, label, detail, lasting } = option
  return (
    <button
      type="button"
      disabled={isOff || key === null}
      onClick={onChoose}
      data-lasting={lasting || undefined}
      data-picked={isPicked || undefined}
    >
      {hasFocus && key !== null ? <kbd>{key}</kbd> : <span className="num">{key}</span>}
      <span>
        {label}
        {detail !== '' && <small>{detail}</small>}
      </span>
      {isPicked ? (
        <Check size={14} aria-label={t('lanes:question.picked')} />
      ) : (
        lasting && (
          <small className={styles['lasting']}>
            <Lock size={12} aria-hidden />
            {t(isArmed ? 'lanes:question.again' : 'lanes:question.lasting')}
          </small>
        )
      )}
    </button>
  )
}

function Title({
  session,
  ask: { kind, state, at, closed_at: closedAt },
  isPending,
}: {
  session: Session | undefined
  ask: Ask
  isPending: boolean
}) {
  const t = useWords()
  if (state === 'open' && !isPending)
    return (
      <div className={styles['title']}>
        <h2>
          {session?.situation === 'needs_you' && kind === 'permission'
            ? askWords(session.headline)
            : t(`lanes:dialog.${kind}`)}
        </h2>
        <Age since={at} className="num" />
      </div>
    )
  const became = isPending || state === 'open' ? 'sent' : state
  return (
    <div className={styles['title']}>
      <h2>{t(`lanes:question.state.${became}`)}</h2>
      {closedAt !== null && <Moment at={closedAt} />}
    </div>
  )
}
