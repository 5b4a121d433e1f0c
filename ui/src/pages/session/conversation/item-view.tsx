import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { SenderIcon, SENDER_WORDS } from '../../../kit/sender.js'
import { Moment } from '../../../kit/time.js'
import { useDisclosure } from './disclosure.js'
import { type Item, type Part, sameItem, type ToolCall } from './items.js'
import { FoldedText } from './folded-text.js'
import { MarkdownText } from './markdown-text.js'
import { Picture } from './picture.js'
import { ToolCallBlock } from './tool-call.js'

/** One message: who speaks, what was said and done, when. Reading more pages renders only what they change. */
export const ItemView = memo(
  ItemWords,
  (before, after) => before.sought === after.sought && sameItem(before.item, after.item),
)

function ItemWords({ item, sought = false }: { item: Item; sought?: boolean }) {
  const { message, parts, opens } = item
  if (message.type === 'session_event') return <Marker item={item} />
  return (
    <article className={`msg ${message.sender} ${opens ? 'opens' : ''} ${sought ? 'sought' : ''}`}>
      <span className="ico">{opens && <SenderIcon sender={message.sender} />}</span>
      <div className="body">
        {opens && <span className="sr-only">{SENDER_WORDS[message.sender]} says: </span>}
        {opens && message.sender === 'orchestrator' && <p className="by">{SENDER_WORDS.orchestrator}</p>}
        {parts.map((part, index) => (
          <PartView key={index} part={part} place={`${item.key}.${index}`} folds={message.sender !== 'assistant'} />
        ))}
      </div>
      {opens && message.timestamp !== null && <Moment at={message.timestamp} className="num when" />}
    </article>
  )
}

function PartView({ part, place, folds }: { part: Part; place: string; folds: boolean }) {
  if (part.type === 'text') {
    return folds ? <FoldedText text={part.text ?? ''} place={place} /> : <MarkdownText text={part.text ?? ''} />
  }
  if (part.type === 'thinking') return <Thinking text={part.text ?? ''} place={place} />
  if (part.type === 'image') return <Picture src={part.src} alt={part.alt} />
  const call: ToolCall = part.type === 'call' ? part : { type: 'call', name: 'Result', input: {}, result: part }
  return <ToolCallBlock call={call} place={place} />
}

function Thinking({ text, place }: { text: string; place: string }) {
  const [open, toggle] = useDisclosure(place, false)
  return (
    <div className="think">
      <button type="button" aria-expanded={open} onClick={toggle}>
        <ChevronRight size={13} aria-hidden /> Thought
      </button>
      {open && <p>{text}</p>}
    </div>
  )
}

const EVENT_WORDS = {
  rename: 'Renamed',
  compaction: 'Context compacted',
  interrupted: 'Interrupted by you',
  error: 'Error',
} as const

function Marker({ item: { message } }: { item: Item }) {
  // What an error says matters; a compaction's summary is for the agent.
  const error =
    message.event_kind === 'error' ? message.content.find((block) => block.type === 'text')?.text : undefined
  const word = message.event_kind === undefined ? 'Event' : EVENT_WORDS[message.event_kind]
  const detail = [message.title, error].find((text) => text !== undefined && text !== '' && text !== word)
  return (
    <div className={`marker ${message.event_kind ?? ''}`}>
      <span>
        {word}
        {detail !== undefined && `: ${detail}`}
        {message.timestamp !== null && (
          <>
            {' '}
            <Moment at={message.timestamp} className="num faint" />
          </>
        )}
      </span>
    </div>
  )
}
