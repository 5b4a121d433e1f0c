import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { statsQuery } from '../../../api/queries.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'

/** The models that are missing in every sum, each a way to its price: the sign beside a sum leads here. */
export function UnpricedModels({ onPrice }: { onPrice: (model: string) => void }) {
  const t = useWords()
  const { data } = useQuery(statsQuery)
  const models = data?.unpriced ?? []
  if (models.length === 0) return null
  return (
    <div className="unpriced-models">
      <TriangleAlert size={14} aria-hidden />
      <span>{t('settings:pricing.unpriced')}</span>
      {models.map((model) => (
        <button key={model} type="button" className="btn" onClick={() => onPrice(model)}>
          <Trans
            i18nKey="settings:pricing.price"
            values={{ model }}
            components={{ quiet: <span className="sr-only" />, model: <span className="mono" /> }}
          />
        </button>
      ))}
    </div>
  )
}
