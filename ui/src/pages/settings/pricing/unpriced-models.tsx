import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { statsQuery } from '../../../api/queries.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import styles from './pricing.module.css'

/** The models without a price, which no total includes. The sign beside a total leads here. */
export function UnpricedModels({ onPrice }: { onPrice: (model: string) => void }) {
  const t = useWords()
  const { data } = useQuery(statsQuery)
  const models = data?.unpriced ?? []
  if (models.length === 0) return null
  return (
    <ul className={styles['unpriced']} aria-label={t('settings:pricing.unpriced', { count: models.length })}>
      <li>
        <TriangleAlert size={14} aria-hidden />
        <b>{t('settings:pricing.unpriced', { count: models.length })}</b>
      </li>
      {models.map((model) => (
        <li key={model}>
          <span className="mono">{model}</span>
          <button type="button" className={buttons['button']} onClick={() => onPrice(model)}>
            <Trans
              i18nKey="settings:pricing.setPrice"
              values={{ model }}
              components={{ quiet: <span className="sr-only" /> }}
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
