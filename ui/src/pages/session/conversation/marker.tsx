import { ChevronRight } from 'lucide-react'
import type { Message } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { Moment } from '../../../kit/time.js'
import { useDisclosure } from './disclosure.js'
import type { Item } from './items.js'
import type { MarkerKind } from './marker-kind.js'
import { MarkdownText } from './markdown-text.js'
import styles from './marker.module.css'
import { Unknown } from './unknown.js'

/** The CLI writes this for every compaction; it adds nothing to the marker. */
const COMPACTED = /^Conversation compacted\.?$/

/** A one-time event between the messages. Its text is collapsed unless it is short. */
export function Marker({ item: { message, parts, key }, kind }: { item: Item; kind: MarkerKind }) {
  const t = useWords()
  const [open, toggle] = useDisclosure(`${key}.marker`, false)
  const word = kind === 'note' && message.title !== undefined ? message.title : t(`session:marker.${kind}`)
  const inline = kind === 'error' ? firstText(message) : kind === 'rename' ? message.title : undefined
  const more =
    kind === 'note' || kind === 'compaction'
      ? parts.filter((part) => part.type !== 'text' || (part.text !== word && !COMPACTED.test(part.text ?? '')))
      : []
  const line = (
    <>
      {word}
      {inline !== undefined && inline !== '' && inline !== word && `: ${inline}`}
      {message.timestamp !== null && (
        <>
          {' '}
          <Moment at={message.timestamp} className="num faint" />
        </>
      )}
    </>
  )
  return (
    <div className={styles['marker']} data-marker={kind}>
      {more.length === 0 ? (
        <span>{line}</span>
      ) : (
        <button type="button" aria-expanded={open} onClick={toggle}>
          <ChevronRight size={13} aria-hidden />
          <span>{line}</span>
        </button>
      )}
      {open && (
        <div className={styles['more']}>
          {more.map((part, index) =>
            part.type === 'text' ? (
              <MarkdownText key={index} text={part.text ?? ''} />
            ) : part.type === 'other' ? (
              <Unknown key={index} kind={undefined} text={part.text ?? ''} />
            ) : null,
          )}
        </div>
      )}
    </div>
  )
}

const firstText = (message: Message): string | undefined => message.content.find((block) => block.type === 'text')?.text
