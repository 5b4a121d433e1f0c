import { Plus } from 'lucide-react'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import styles from './no-lanes.module.css'

/** What a lane is, and the button that creates the first. */
export function NoLanes({ onNew }: { onNew: () => void }) {
  const t = useWords()
  return (
    <div className={styles['none']}>
      <h2>{t('lanes:none.title')}</h2>
      <p>{t('lanes:none.says')}</p>
      <button type="button" className={buttons['primary']} onClick={onNew}>
        <Plus size={14} aria-hidden />
        {t('lanes:new.title')}
      </button>
    </div>
  )
}
