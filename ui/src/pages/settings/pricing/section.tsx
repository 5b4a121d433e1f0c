import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { pricingQuery } from './queries.js'
import type { PricingRule } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Page } from '../../../kit/page.js'
import { SearchField } from '../../../kit/search-field.js'
import { Unread } from '../../../kit/unread.js'
import { isChanged } from './rates.js'
import { PriceTable } from './price-table.js'
import styles from './pricing.module.css'
import { ResetAll } from './reset-all.js'
import { RuleDialog } from './rule-dialog.js'
import { UnpricedModels } from './unpriced-models.js'
import { usePriceChange } from './use-price-change.js'

interface Asked {
  readonly rule?: PricingRule
  readonly model?: string
}

/** The prices of tokens: those of the release, and those that were changed or added. */
export function PricingSection() {
  const t = useWords()
  const { data, error } = useQuery(pricingQuery)
  const [asked, setAsked] = useState<Asked>()
  const [text, setText] = useState<string>()
  const [onlyChanged, setOnlyChanged] = useState(false)
  const change = usePriceChange()
  if (data === undefined) return <Unread error={error} />
  const rules = data.pricing
  const changed = rules.filter(isChanged).length
  const wanted = (text ?? '').toLowerCase()
  const shown = rules.filter(
    (rule) =>
      `${rule.model_pattern} ${rule.display_name}`.toLowerCase().includes(wanted) && (!onlyChanged || isChanged(rule)),
  )
  return (
    <Page
      title={t('pages.pricing')}
      isNarrow
      actions={
        <button type="button" className={buttons['primary']} onClick={() => setAsked({})}>
          <Plus size={14} aria-hidden />
          {t('settings:pricing.add')}
        </button>
      }
    >
      <div className={styles['filters']}>
        <SearchField
          label={t('settings:pricing.filter')}
          placeholder={t('settings:pricing.filter')}
          value={text}
          onChange={setText}
        />
        {(changed > 0 || onlyChanged) && (
          <button
            type="button"
            className={buttons['button']}
            aria-pressed={onlyChanged}
            onClick={() => setOnlyChanged(!onlyChanged)}
          >
            {t('settings:pricing.changed')} <span className="num faint">{changed}</span>
          </button>
        )}
        <span className={styles['unit']}>{t('settings:pricing.unitHelp')}</span>
      </div>
      <UnpricedModels onPrice={(model) => setAsked({ model })} />
      <PriceTable
        rules={shown}
        all={rules.length}
        onEdit={(rule) => setAsked({ rule })}
        onReset={change.reset}
        onDelete={change.remove}
      />
      {changed > 0 && <ResetAll custom={rules.filter(({ is_default }) => !is_default).length} />}
      {asked !== undefined && (
        <RuleDialog rule={asked.rule} model={asked.model} save={change.save} onClose={() => setAsked(undefined)} />
      )}
    </Page>
  )
}
