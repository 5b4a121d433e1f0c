import { useState } from 'react'
import { useWords } from '../i18n/use-words.js'
import buttons from '../kit/button.module.css'
import { classes } from '../kit/classes.js'
import { CopyButton } from '../kit/copy-button.js'
import { isRecord } from '../kit/tool-argument.js'
import styles from './payload.module.css'

/** Longer values are cut in the readable view; the raw view has all of it. */
const LONG = 4000

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const readable = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text
}

/** The payload of an event: its members, or the stored text. It is only ever shown as text. */
export function Payload({ data }: { data: string | null }) {
  const t = useWords()
  const [raw, setRaw] = useState(false)
  if (data === null) return <p className={classes('faint', styles['payload'])}>{t('events.nothing')}</p>
  const value = parsed(data)
  const members = isRecord(value) ? Object.entries(value).filter(([, member]) => member !== null) : undefined
  return (
    <div className={styles['payload']} data-payload>
      <div className={styles['acts']}>
        {members !== undefined && (
          <button type="button" className={buttons['button']} aria-pressed={raw} onClick={() => setRaw(!raw)}>
            {t('events.raw')}
          </button>
        )}
        <CopyButton text={data} words={t('copy')} />
      </div>
      {raw || members === undefined ? (
        <pre tabIndex={0}>{data}</pre>
      ) : (
        <dl>
          {members.map(([name, member]) => (
            <div key={name}>
              <dt className="mono">{name}</dt>
              <dd className={typeof member === 'string' ? '' : 'mono'}>{readable(member)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
