import { useQuery } from '@tanstack/react-query'
import { advice } from '../../api/failure.js'
import { lastMessagesQuery } from '../../api/queries.js'
import type { Message, Session } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { classes } from '../../kit/classes.js'
import { SenderIcon, senderWords } from '../../kit/sender.js'
import { Moment } from '../../kit/time.js'
import { useGrowth } from '../../live/use-growth.js'
import { argumentOf } from '../../kit/tool-argument.js'
import { unmarked } from '../../kit/unmarked.js'
import { within } from '../../kit/within.js'
import styles from './last-turn.module.css'
import { lastTurns } from './last-turns.js'
import section from './section.module.css'

/** Enough of a turn for a preview. */
const CHARACTERS = 420

/** The end of the conversation as plain text. */
export function LastTurn({ session }: { session: Session }) {
  const t = useWords()
  const { data, error, isPending, refetch } = useQuery(lastMessagesQuery(session.id))
  useGrowth(session.id, refetch)
  if (isPending) return null
  if (error !== null) return <p className={classes('faint', section['section'])}>{advice(error)}</p>
  const turns = lastTurns(data.messages)
  if (turns.length === 0) return <p className={classes('faint', section['section'])}>{t('now:last.none')}</p>
  return (
    <section className={section['section']}>
      <h3>{t('now:last.title')}</h3>
      {turns.map((message, index) => (
        <div className={styles['turn']} key={message.line}>
          {turns[index - 1]?.sender !== message.sender && <Speaker message={message} />}
          <TurnBody message={message} directory={session.cwd} />
        </div>
      ))}
    </section>
  )
}

function Speaker({ message: { sender, timestamp } }: { message: Message }) {
  return (
    <>
      <SenderIcon sender={sender} />
      <div className={styles['by']}>
        <b>{senderWords(sender)}</b> {timestamp !== null && <Moment at={timestamp} />}
      </div>
    </>
  )
}

function TurnBody({ message, directory }: { message: Message; directory: string | null }) {
  return message.content.map((block, index) => {
    if (block.type === 'text' && block.text) return <p key={index}>{shorten(unmarked(block.text))}</p>
    if (block.type !== 'tool_use') return null
    return (
      <div className={styles['tool']} key={index}>
        <span className="mono">{block.name}</span>
        <span className="mono">{within(directory, argumentOf(block.input))}</span>
      </div>
    )
  })
}

const shorten = (text: string): string => (text.length > CHARACTERS ? `${text.slice(0, CHARACTERS).trimEnd()}…` : text)
