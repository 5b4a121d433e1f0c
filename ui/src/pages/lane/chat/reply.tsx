import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CornerDownLeft, Slash } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { call } from '../../../api/call.js'
import { advice, Failure } from '../../../api/failure.js'
import { partKey } from '../../../api/queries.js'
import { TOOLS, toolOf } from '../../../api/tools.js'
import type { Lane, Pane, Session } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { AskCard } from '../../../kit/ask/ask-card.js'
import { useShownAsk } from '../../../kit/ask/use-shown-ask.js'
import { classes } from '../../../kit/classes.js'
import { useKeys } from '../../../kit/keys.js'
import { orLaneFailure } from '../../lanes/lane-failure.js'
import { resume, resumeSession } from '../resume.js'
import { CommandList } from './command-list.js'
import { commandsOf, isCommand, matchingCommands } from './commands.js'
import { draftOf, keepDraft } from './drafts.js'
import { commandsQuery, queueQuery } from './queries.js'
import { Queue } from './queue.js'
import styles from './reply.module.css'

interface ReplyProps {
  readonly lane: Lane
  readonly session: Session
}

/** Where a finger types, Enter makes a new line. */
const hasKeyboard = (): boolean => !matchMedia('(pointer: coarse)').matches

/** What the agent of a session asks, the messages that wait for it, and the field for the next one. */
export function Reply({ lane, session }: ReplyProps) {
  const t = useWords()
  const id = String(lane.id)
  const of = lane.panes.filter((one) => one.session_id === session.id)
  const pane = of.find(({ alive }) => alive) ?? of[0]
  const { data } = useQuery(queueQuery(id))
  const lowest = Math.min(...lane.panes.filter(({ alive, shell }) => alive && !shell).map(({ slot }) => slot))
  const messages = (data?.queue ?? []).filter(({ slot }) => pane !== undefined && (slot ?? lowest) === pane.slot)
  return (
    <div className={styles['reply']}>
      {pane === undefined && session.status === 'active' ? (
        <p className={styles['none']}>{t('lanes:chat.outside')}</p>
      ) : (
        <>
          {pane !== undefined && <Asked lane={id} pane={pane} session={session} />}
          <Queue lane={id} session={session} messages={messages} />
          <Field key={session.id} lane={lane} session={session} pane={pane} waits={messages.length > 0} />
        </>
      )}
    </div>
  )
}

function Asked({ lane, pane, session }: { lane: string; pane: Pane; session: Session }) {
  const t = useWords()
  const { ask, isStill } = useShownAsk(pane.alive ? pane.ask : null)
  if (ask === null) return null
  return (
    <div className={styles['asked']}>
      <AskCard
        key={ask.id}
        ask={ask}
        session={session}
        isStill={isStill}
        terminal={
          <Link
            to="/lanes/$lane"
            params={{ lane }}
            search={{ slot: pane.slot, focus: 'terminal' }}
            className={buttons['button']}
          >
            {t('lanes:question.open')}
          </Link>
        }
      />
    </div>
  )
}

interface FieldProps extends ReplyProps {
  /** Undefined: the session has ended, and its pane was closed. */
  readonly pane: Pane | undefined
  /** Whether messages wait already: the next one comes after them. */
  readonly waits: boolean
}

type Mode = 'send' | 'queue' | 'resume' | 'asks'

const modeOf = (pane: Pane | undefined, { situation }: Session, waits: boolean): Mode => {
  if (pane === undefined || !pane.alive) return 'resume'
  const { ask, waiting } = pane
  if (ask !== null || waiting !== null || situation === 'needs_you') return 'asks'
  return situation === 'working' || waits ? 'queue' : 'send'
}

/** The service was faster: the agent was at rest, and has the message. */
const wasSent = (error: unknown): boolean => error instanceof Failure && error.code === 'ENOTFOUND'

function Field({ lane, session, pane, waits }: FieldProps) {
  const t = useWords()
  const queries = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const [text, setText] = useState(() => draftOf(session.id))
  const [at, setAt] = useState(0)
  const [isListClosed, setListClosed] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const id = String(lane.id)
  const mode = modeOf(pane, session, waits)
  const tool = toolOf(session.provider)
  const slashed = useQuery({
    ...commandsQuery(session.provider, session.cwd ?? lane.cwd),
    enabled: text.startsWith('/'),
  })
  const commands = commandsOf(t, session.provider, slashed.data ?? [])
  const shown = isListClosed || !hasFocus ? [] : matchingCommands(commands, text)
  const current = Math.min(at, shown.length - 1)

  const change = (next: string): void => {
    setText(next)
    keepDraft(session.id, next)
    setListClosed(false)
    setAt(0)
  }
  const reread = () => queries.invalidateQueries({ queryKey: partKey(id, 'queue') })
  const deliver = useMutation({
    mutationFn: (message: string) =>
      orLaneFailure(call('POST /api/lanes/:id/queue/:message/send', { params: { id, message } })).catch(
        (error: unknown) => {
          if (!wasSent(error)) throw error
        },
      ),
    onSettled: reread,
  })
  const send = useMutation({
    mutationFn: async (given: string) => {
      if (pane === undefined) return resumeSession(id, session.id, given)
      if (mode === 'resume') return resume(id, pane, given)
      const body = { text: given, slot: pane.slot, command: isCommand(commands, given) }
      const { message } = await orLaneFailure(call('POST /api/lanes/:id/queue', { params: { id }, body }))
      // From here on the message is kept: the field is for the next one.
      if (mode === 'send') deliver.mutate(message.id)
      return undefined
    },
    onSuccess: (_, given) => {
      if (draftOf(session.id).trim() === given) change('')
    },
    onSettled: reread,
  })
  const refused = send.error ?? deliver.error
  const given = text.trim()
  const isReady = given !== '' && mode !== 'asks' && !send.isPending
  const submit = (): void => {
    if (isReady) send.mutate(given)
  }
  const choose = (name: string): void => {
    change(`${name} `)
    setListClosed(true)
    field.current?.focus()
  }
  useKeys({ r: () => field.current?.focus() })
  return (
    <form
      className={styles['field']}
      data-reply={mode}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {shown.length > 0 && <CommandList id={list} commands={shown} current={current} onChoose={choose} />}
      <textarea
        ref={field}
        rows={2}
        value={text}
        disabled={mode === 'asks'}
        aria-label={t('lanes:chat.label', { agent: TOOLS[tool.id].name })}
        placeholder={t(`lanes:chat.hint.${mode === 'queue' && session.situation !== 'working' ? 'after' : mode}`, {
          agent: TOOLS[tool.id].name,
        })}
        role={shown.length > 0 ? 'combobox' : undefined}
        aria-expanded={shown.length > 0 ? true : undefined}
        aria-controls={shown.length > 0 ? list : undefined}
        aria-activedescendant={shown.length > 0 ? `${list}-${current}` : undefined}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          const { key } = event
          const named = shown[current]?.name
          if (named !== undefined && (key === 'ArrowDown' || key === 'ArrowUp')) {
            event.preventDefault()
            const by = key === 'ArrowDown' ? 1 : -1
            setAt((current + by + shown.length) % shown.length)
          } else if (named !== undefined && (key === 'Tab' || (key === 'Enter' && named !== given))) {
            event.preventDefault()
            choose(named)
          } else if (key === 'Escape') {
            if (shown.length > 0) setListClosed(true)
            else field.current?.blur()
          } else if (key === 'Enter' && !event.shiftKey && !event.repeat && !event.nativeEvent.isComposing) {
            if (!hasKeyboard()) return
            event.preventDefault()
            submit()
          }
        }}
      />
      {refused !== null && (
        <p role="alert" className="bad">
          {advice(refused)}
        </p>
      )}
      <div className={styles['row']}>
        <button
          type="button"
          className={buttons['quiet']}
          disabled={mode === 'asks' || text !== ''}
          onClick={() => {
            change('/')
            field.current?.focus()
          }}
        >
          <Slash size={13} aria-hidden />
          {t('lanes:chat.commands')}
        </button>
        <button type="submit" className={classes(buttons['primary'], styles['send'])} disabled={!isReady}>
          {t(`lanes:chat.do.${mode}`)}
          <kbd>
            <CornerDownLeft size={11} aria-hidden />
          </kbd>
        </button>
      </div>
    </form>
  )
}
