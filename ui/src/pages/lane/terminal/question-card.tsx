import { useMutation } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.js'
import { advice, Failure } from '../../../api/failure.js'
import type { Pane, Session } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { askWords } from '../../../kit/ask-words.js'
import buttons from '../../../kit/button.module.css'
import { useKeys } from '../../../kit/keys.js'
import { SessionWhy } from '../../../kit/session-why.js'
import { Age } from '../../../kit/time.js'
import { chosenBy, isDigit, type Prompt, type PromptOption, SEEN_MS } from './answers.js'
import styles from './question-card.module.css'
import type { ScreenHandle } from './screen.js'
import { TextField } from './text-field.js'

/** How long a card says that its answer was sent. */
const SENT_MS = 900
/** A screen on which a finger chooses. */
const NARROW = '(max-width: 760px)'

interface CardProps {
  readonly slot: number
  /** Undefined before the agent has reported one. */
  readonly session: Session | undefined
  readonly screen: RefObject<ScreenHandle | null>
}

interface QuestionCardProps extends CardProps {
  readonly lane: string
  readonly prompt: Prompt
  /** The user has turned to the card: its prompt may be an old one. */
  readonly onRead: () => void
  /** Whether the prompt has replaced another one. */
  readonly isChanged: boolean
  readonly onSend: () => void
  /** The agent has taken an answer, and asks this now. */
  readonly onTaken: (next: Prompt | null) => void
  /** The agent asked something else. */
  readonly onGone: (next: Prompt | null) => void
}

/** What an agent asks, with its own options, in its order and with its numbers. Another prompt is another card. */
export function QuestionCard(props: QuestionCardProps) {
  const { lane, slot, session, screen, prompt, isChanged, onRead, onSend, onTaken, onGone } = props
  const t = useWords()
  const card = useRef<HTMLElement>(null)
  const [hasFocus, setHasFocus] = useState(false)
  const [note, setNote] = useState<'sent' | 'still'>()
  /** The option whose text is being written, or that needs a second tap. */
  const [open, setOpen] = useState<string>()
  const [isFresh, setFresh] = useState(true)
  const { digest, answerable } = prompt
  useEffect(() => {
    const timer = setTimeout(() => setFresh(false), SEEN_MS)
    return () => clearTimeout(timer)
  }, [])
  const send = useMutation({
    mutationFn: (body: { readonly option: string; readonly text?: string }) =>
      call('POST /api/lanes/:id/answer', { params: { id: lane }, body: { slot, digest, ...body } }),
    onSuccess: ({ taken, prompt: next }) => {
      setNote(taken ? 'sent' : 'still')
      if (taken) setTimeout(() => onTaken(next), SENT_MS)
    },
    onError: (error) => {
      if (isGone(error)) onGone((error.details['prompt'] ?? null) as Prompt | null)
    },
  })
  const isBusy = send.isPending || note === 'sent'
  const answer = (option: string, text?: string): void => {
    // The next prompt must not be answered by the same key, or by one that is meant for this.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    setOpen(undefined)
    setNote(undefined)
    onSend()
    send.mutate({ option, ...(text === undefined ? {} : { text }) })
  }
  const choose = ({ number, takesText, lasting }: PromptOption): void => {
    if (isBusy || isFresh || number === null) return
    if (takesText || (lasting && open !== number && matchMedia(NARROW).matches)) setOpen(number)
    else answer(number)
  }
  useKeys({ r: () => card.current?.focus() })
  return (
    <section
      ref={card}
      className={styles['waiting']}
      aria-label={t('situation.needs_you')}
      tabIndex={-1}
      data-question={prompt.kind}
      onFocus={() => {
        if (!hasFocus) onRead()
        setHasFocus(true)
      }}
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
        const chosen = chosenBy(event.nativeEvent, prompt, !isFresh)
        if (chosen !== undefined) choose(chosen)
      }}
    >
      <Title session={session} kind={prompt.kind} />
      {prompt.text !== '' && <pre>{prompt.text}</pre>}
      <ol className={styles['options']}>
        {prompt.options.map((option, at) => (
          <li key={`${option.number ?? '-'}${at}`}>
            <OptionButton
              option={option}
              hasFocus={hasFocus && answerable && !isFresh}
              isOff={isBusy || isFresh || !answerable}
              isArmed={open === option.number && option.lasting}
              onChoose={() => choose(option)}
            />
            {open === option.number && option.takesText && option.number !== null && (
              <TextField
                label={option.label}
                onSend={(text) => answer(option.number ?? '', text)}
                onClose={() => setOpen(undefined)}
              />
            )}
          </li>
        ))}
      </ol>
      {!answerable && prompt.options.length === 0 && prompt.screen.length > 0 && <pre>{prompt.screen.join('\n')}</pre>}
      <Foot slot={slot} session={session} screen={answerable && note !== 'still' ? undefined : screen}>
        {send.error !== null && !isGone(send.error)
          ? advice(send.error)
          : t(`lanes:question.${note ?? (answerable ? (isChanged ? 'changed' : 'types') : 'terminal')}`, { slot })}
      </Foot>
    </section>
  )
}

const isGone = (error: Error): error is Failure => error instanceof Failure && error.code === 'EASKGONE'

interface OptionButtonProps {
  readonly option: PromptOption
  /** Whether its number is a key. */
  readonly hasFocus: boolean
  readonly isOff: boolean
  /** Whether the next tap sends it. */
  readonly isArmed: boolean
  readonly onChoose: () => void
}

function OptionButton({ option, hasFocus, isOff, isArmed, onChoose }: OptionButtonProps) {
  const t = useWords()
  const { number, label, description, lasting } = option
  return (
    <button type="button" disabled={isOff || number === null} onClick={onChoose} data-lasting={lasting || undefined}>
      {hasFocus && number !== null ? <kbd>{number}</kbd> : <span className="num">{number}</span>}
      <span>
        {label}
        {description !== '' && <small>{description}</small>}
      </span>
      {lasting && (
        <small className={styles['lasting']}>
          <Lock size={12} aria-hidden />
          {t(isArmed ? 'lanes:question.again' : 'lanes:question.lasting')}
        </small>
      )}
    </button>
  )
}

/** An agent that waits, while it is not known what its screen shows. */
export function WaitingCard({ slot, session, screen, dialog }: CardProps & { readonly dialog: Pane['waiting'] }) {
  const t = useWords()
  return (
    <section className={styles['waiting']} aria-label={t('situation.needs_you')} data-question>
      <Title session={session} kind={dialog?.kind ?? 'other'} />
      <p>{dialog?.text ?? session?.headline?.text ?? ''}</p>
      <Foot slot={slot} session={session} screen={screen}>
        {t('lanes:question.terminal', { slot })}
      </Foot>
    </section>
  )
}

function Title({ session, kind }: { readonly session: Session | undefined; readonly kind: Prompt['kind'] }) {
  const t = useWords()
  const asks = session?.situation === 'needs_you'
  return (
    <div className={styles['title']}>
      <h2>{asks && kind === 'permission' ? askWords(session.headline) : t(`lanes:dialog.${kind}`)}</h2>
      {asks && <Age since={session.situation_since} className="num" />}
    </div>
  )
}

interface FootProps {
  readonly slot: number
  readonly session: Session | undefined
  /** Given if the question is answered in the terminal. */
  readonly screen: RefObject<ScreenHandle | null> | undefined
  readonly children: ReactNode
}

function Foot({ session, screen, children }: FootProps) {
  const t = useWords()
  return (
    <>
      <p className={styles['note']} role="status">
        {children}{' '}
        {session?.situation === 'needs_you' && (
          <SessionWhy id={session.id} situation={session.situation} read={session} className={styles['why']}>
            {t('lanes:question.why')}
          </SessionWhy>
        )}
      </p>
      {screen !== undefined && (
        <button type="button" className={buttons['button']} onClick={() => screen.current?.focus()}>
          {t('lanes:question.open')}
        </button>
      )}
    </>
  )
}
