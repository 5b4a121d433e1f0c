import { Link } from '@tanstack/react-router'
import { SquareTerminal } from 'lucide-react'
import type { SpokenHit } from '../../api/types.js'
import { exactCount } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { SenderIcon, senderWords } from '../../kit/sender.js'
import { Moment } from '../../kit/time.js'
import { placeOfHit } from './place.js'
import styles from './results.module.css'
import { Snippet } from './snippet.js'

interface HitRowProps {
  readonly hit: SpokenHit
  readonly words: string
  /** The first of its session: the Tab key stops here. */
  readonly isFirst: boolean
  readonly onSelect: (hit: SpokenHit) => void
  readonly onOpen: () => void
}

/** A matching line: the text around the match, its speaker and its time. */
export function HitRow({ hit, words, isFirst, onSelect, onOpen }: HitRowProps) {
  const t = useWords()
  const { session_id: id, sender, speaker, tool } = hit
  const by = speaker === 'tool' && tool !== null ? tool : sender === null ? t('search:unknown') : senderWords(sender)
  return (
    <Link
      to="/sessions/$id"
      params={{ id }}
      search={placeOfHit(hit, words)}
      className={styles['hit']}
      data-hit
      tabIndex={isFirst ? 0 : -1}
      onFocus={() => onSelect(hit)}
      onClick={onOpen}
    >
      {speaker === 'tool' ? (
        <SquareTerminal size={14} strokeWidth={1.6} aria-hidden />
      ) : (
        <SenderIcon sender={sender ?? 'system'} />
      )}
      <span className={styles[speaker === 'tool' ? 'call' : 'said']}>
        <Snippet snippet={hit.snippet} directory={hit.session_cwd} />
      </span>
      <Moment at={hit.timestamp} className={styles['at'] ?? ''} />
      <span className={styles['by']}>
        {t(hit.agent_id === null ? 'search:by' : 'search:bySubagent', { by, line: exactCount(hit.line) })}
      </span>
    </Link>
  )
}
