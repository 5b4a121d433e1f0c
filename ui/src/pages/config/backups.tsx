import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { advice } from '../../api/failure.js'
import { bytes } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { Moment } from '../../kit/time.js'
import { Unread } from '../../kit/unread.js'
import styles from './config.module.css'
import { HiddenText } from './hidden-text.js'
import { backupsQuery } from './queries.js'

interface BackupsProps {
  readonly path: string
  readonly onRestore: (content: string) => void
  /** Why the last copy was not restored. */
  readonly error: Error | null
}

/** The copies of a file from before its changes, and one of them as text. */
export function Backups({ path, onRestore, error: refusal }: BackupsProps) {
  const t = useWords()
  const { data, error } = useQuery(backupsQuery(path))
  const [open, setOpen] = useState<string>()
  if (data === undefined) return <Unread error={error} />
  if (data.length === 0) return <p className="faint">{t('config:backups.none')}</p>
  const shown = data.find((backup) => backup.path === open) ?? data[0]
  return (
    <div className={styles['backups']}>
      <ul>
        {data.map((backup) => (
          <li key={backup.path}>
            <button type="button" aria-pressed={backup === shown} onClick={() => setOpen(backup.path)}>
              <Moment at={new Date(backup.at).toISOString()} />
              <span className="num">{bytes(backup.size)}</span>
            </button>
          </li>
        ))}
      </ul>
      <pre className={styles['text']}>
        <HiddenText text={shown?.content ?? ''} />
      </pre>
      {refusal !== null && (
        <p role="alert" className="bad">
          {advice(refusal)}
        </p>
      )}
      <button type="button" className={buttons['primary']} onClick={() => onRestore(shown?.content ?? '')}>
        {t('config:backups.restore')}
      </button>
    </div>
  )
}
