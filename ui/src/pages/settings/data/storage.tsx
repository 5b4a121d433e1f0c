import type { SettingsInfo } from '../../../api/types.js'
import { bytes } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import styles from './storage.module.css'

const PARTS = ['database', 'search', 'journal'] as const

/** What takes the space on disk. */
export function Storage({ files }: { files: NonNullable<SettingsInfo['db']['files']> }) {
  const t = useWords()
  const total = PARTS.reduce((sum, part) => sum + files[part], 0)
  return (
    <div className={styles['storage']}>
      <div className={styles['bar']} aria-hidden>
        {PARTS.filter((part) => files[part] > 0).map((part) => (
          <i key={part} data-part={part} style={{ flexGrow: files[part] }} />
        ))}
      </div>
      <ul className={styles['legend']}>
        {PARTS.map((part) => (
          <li key={part}>
            <i data-part={part} />
            {t(`settings:data.part.${part}`)} <b>{bytes(files[part])}</b>
          </li>
        ))}
        <li className={styles['total']}>
          {t('settings:data.total')} <b>{bytes(total)}</b>
        </li>
      </ul>
    </div>
  )
}
