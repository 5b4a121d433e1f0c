import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import { BudgetBar } from '../../../budget/budget-bar.js'
import { usd } from '../../../format/format.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { type Draft, numberIn, wrongIn } from './draft.js'
import styles from './rule-form.module.css'
import { useSettled } from './use-settled.js'

/** The time zone of this browser. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** What a budget would show now, and how often it would have been exceeded. */
export function BudgetPreview({ draft }: { draft: Draft }) {
  const t = useWords()
  const { per, usd: entered, projects } = useSettled(draft)
  const body = {
    period: per === 'session' ? ('day' as const) : per,
    cwd: projects[0] ?? null,
    amount_usd: numberIn(entered),
    timezone: ownZone(),
  }
  const { data } = useQuery({
    queryKey: [...keys.budgets, 'preview', body],
    queryFn: ({ signal }) => call('POST /api/budgets/preview', { body, signal }),
    enabled: !wrongIn(draft).includes('usd') && !Number.isNaN(body.amount_usd),
    placeholderData: keepPreviousData,
  })
  if (data === undefined) return null
  const { spent_usd, forecast_usd, exceeded, periods } = data
  return (
    <div className={styles['preview']}>
      <p className="num">
        <span>
          <Trans
            i18nKey={`alerts:budget.spent.${body.period}`}
            values={{ spent: usd(spent_usd), amount: usd(body.amount_usd) }}
            components={{ b: <b /> }}
          />
        </span>
        {periods > 0 && <span>{t(`alerts:budget.exceededOf.${body.period}`, { exceeded, count: periods })}</span>}
      </p>
      <BudgetBar spent_usd={spent_usd} amount_usd={body.amount_usd} forecast_usd={forecast_usd} />
    </div>
  )
}
