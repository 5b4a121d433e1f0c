import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWords } from '../i18n/use-words.js'
import styles from './bar-rows.module.css'

const FIRST = 5
const SPARED = 2

export interface BarRow {
  readonly key: string
  readonly name: ReactNode
  readonly value: number
  readonly words: string
  /** After the value: a share or a change. */
  readonly aside?: string
  readonly colour?: string
}

/** Names with bars, the longest first: the first five, and all on request. */
export function BarRows({ rows }: { rows: readonly BarRow[] }) {
  const t = useWords()
  const [all, setAll] = useState(false)
  const isWhole = all || rows.length <= FIRST + SPARED
  const most = Math.max(...rows.map(({ value }) => value), Number.MIN_VALUE)
  return (
    <>
      <div className={styles['rows']}>
        {(isWhole ? rows : rows.slice(0, FIRST)).map(({ key, name, value, words, aside, colour = 'var(--c1)' }) => (
          <div key={key} className={styles['row']}>
            <span className={styles['name']}>{name}</span>
            <span aria-hidden>
              {value > 0 && (
                <i className={styles['bar']} style={{ width: `${(value / most) * 100}%`, background: colour }} />
              )}
            </span>
            <span className={styles['value']}>{words}</span>
            <span className={styles['aside']}>{aside}</span>
          </div>
        ))}
      </div>
      {!isWhole && (
        <button type="button" className={styles['more']} onClick={() => setAll(true)}>
          {t('figure.showAll', { count: rows.length })}
          <ChevronRight size={13} aria-hidden />
        </button>
      )}
    </>
  )
}
