import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { useWords } from '../../../i18n/use-words.js'
import { classes } from '../../../kit/classes.js'
import { SenderIcon, senderWords } from '../../../kit/sender.js'
import { Moment } from '../../../kit/time.js'
import { useDisclosure } from './disclosure.js'
import { FoldedText } from './folded-text.js'
import styles from './item-view.module.css'
import { type Item, type Part, sameItem, type ToolCall } from './items.js'
import { MarkdownText } from './markdown-text.js'
import { Marker } from './marker.js'
import { markerKind } from './marker-kind.js'
import { MessageActions } from './message-actions.js'
import { Picture } from './picture.js'
import { RawLine } from './raw-line.js'
import { Thinking } from './thinking.js'
import { ToolCallBlock } from './tools/tool-call.js'
import { Unknown } from './unknown.js'

/** One message: sender, text, tool calls, time. Memoized, so that a new page renders only what it changes. */
export const ItemView = memo(
  ItemWords,
  (before, after) => before.sought === after.sought && sameItem(before.item, after.item),
)

function ItemWords({ item, sought = false }: { item: Item; sought?: boolean }) {
  const t = useWords()
  const { message, parts, opens } = item
  // Text that is meant for the agent has a title, and is collapsed under it.
  const [unfolded, unfold] = useDisclosure(`${item.key}.words`, false)
  const [raw, toggleRaw] = useDisclosure(`${item.key}.raw`, false)
  const kind = markerKind(message)
  if (kind !== null) return <Marker item={item} kind={kind} />
  return (
    <article
      className={classes(styles['message'], opens && styles['opens'])}
      data-message={message.sender}
      data-sought={sought || undefined}
      data-reverted={message.reverted}
    >
      <span className={styles['icon']}>{opens && <SenderIcon sender={message.sender} />}</span>
      <div className={styles['body']}>
        {opens && <span className="sr-only">{t(`session:convo.says.${message.sender}`)} </span>}
        {opens && message.sender === 'orchestrator' && <p className={styles['by']}>{senderWords('orchestrator')}</p>}
        {opens && message.reverted === true && <p className={styles['by']}>{t('session:convo.reverted')}</p>}
        {message.title !== undefined && (
          <button type="button" className={styles['by']} aria-expanded={unfolded} onClick={unfold}>
            <ChevronRight size={13} aria-hidden />
            {message.title}
          </button>
        )}
        {raw ? (
          <RawLine line={message.line} />
        ) : (
          (message.title === undefined || unfolded) &&
          parts.map((part, index) => (
            <PartView
              key={index}
              part={part}
              line={message.line}
              place={`${item.key}.${index}`}
              folds={message.sender !== 'assistant'}
            />
          ))
        )}
      </div>
      <div className={styles['aside']}>
        {opens && message.timestamp !== null && (
          <Moment at={message.timestamp} className={classes('num', styles['when'])} />
        )}
        <MessageActions line={message.line} raw={raw} onRaw={toggleRaw} />
      </div>
    </article>
  )
}

function PartView({ part, line, place, folds }: { part: Part; line: number; place: string; folds: boolean }) {
  const t = useWords()
  switch (part.type) {
    case 'text':
      return folds ? <FoldedText text={part.text ?? ''} place={place} /> : <MarkdownText text={part.text ?? ''} />
    case 'thinking':
      return <Thinking text={part.text} place={place} />
    case 'image':
      return <Picture src={part.src} alt={part.alt} />
    case 'other':
      return <Unknown kind={part.name} text={part.text ?? ''} />
    case 'call':
      return <ToolCallBlock call={part} place={place} />
    case 'tool_result': {
      const { id } = part
      const call: ToolCall = {
        type: 'call',
        id,
        name: t('session:convo.result'),
        input: {},
        result: part,
        line,
        resultLine: line,
      }
      return <ToolCallBlock call={call} place={place} />
    }
  }
}
