import { useWords } from '../i18n/use-words.js'
import { Switch } from '../kit/switch.js'
import styles from './call-filters.module.css'

/** Shows the events themselves instead of one row for each call. */
export function RawSwitch({ isRaw, onChange }: { isRaw: boolean; onChange: (isRaw: boolean) => void }) {
  const t = useWords()
  return (
    <span className={styles['raw']}>
      <span aria-hidden>{t('calls:raw')}</span>
      <Switch label={t('calls:raw')} isOn={isRaw} onChange={onChange} />
    </span>
  )
}
