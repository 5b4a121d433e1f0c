import { useQuery } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { budgetsQuery } from '../../../api/queries.js'
import { alertRulesQuery } from '../queries.js'
import type { AlertRule, Budget } from '../../../api/types.js'
import { count } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { classes } from '../../../kit/classes.js'
import { Unread } from '../../../kit/unread.js'
import page from '../page.module.css'
import { BudgetRow } from './budget-row.js'
import { PRESETS } from './presets.js'
import { RuleRow } from './rule-row.js'
import styles from './rules.module.css'
import { useEditing } from './use-editing.js'

/** Every rule and budget with what it does now, and presets for more. */
export function Rules() {
  const t = useWords()
  const { data: rules, error } = useQuery({ ...alertRulesQuery, staleTime: 0 })
  const { data: budgets } = useQuery(budgetsQuery)
  if (rules === undefined) return <Unread error={error} />
  const total = rules.length + (budgets?.length ?? 0)
  return (
    <section className={page['section']} aria-labelledby="rules">
      <header>
        <h2 id="rules">{t('alerts:rules.title')}</h2>
        {total > 0 && <span className="num">{count(total)}</span>}
        {total > 0 && <p>{t('alerts:rules.newOnly')}</p>}
      </header>
      {total === 0 && <p className={page['empty']}>{t('alerts:rules.none')}</p>}
      {rules.map((rule) => (
        <RuleRow key={rule.id} rule={rule} />
      ))}
      {budgets?.map((budget) => (
        <BudgetRow key={budget.id} budget={budget} />
      ))}
      <Presets rules={rules} budgets={budgets ?? []} />
    </section>
  )
}

function Presets({ rules, budgets }: { rules: readonly AlertRule[]; budgets: readonly Budget[] }) {
  const t = useWords()
  const { open } = useEditing()
  return (
    <div className={styles['presets']} role="group" aria-label={t('alerts:rules.presets')}>
      <span aria-hidden>{t('alerts:rules.presets')}</span>
      {PRESETS.map(({ key, isUsed }) => {
        const used = isUsed(rules, budgets)
        return (
          <button
            key={key}
            type="button"
            className={classes(buttons['button'], page['small'])}
            data-used={used}
            onClick={() => open(`new-${key}`)}
          >
            {used ? <Check size={12} aria-label={t('alerts:rules.presetUsed')} /> : <Plus size={12} aria-hidden />}
            {t(`alerts:presets.${key}`)}
          </button>
        )
      })}
    </div>
  )
}
