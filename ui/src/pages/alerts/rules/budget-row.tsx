import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import type { Budget } from '../../../api/types.js'
import { percent, usd } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { ActWords } from '../../../kit/act-words.js'
import buttons from '../../../kit/button.module.css'
import { classes } from '../../../kit/classes.js'
import { Switch } from '../../../kit/switch.js'
import page from '../page.module.css'
import { budgetWords } from './rule-words.js'
import styles from './rules.module.css'
import { useEditing } from './use-editing.js'

/** One budget among the rules: its switch, its limit, and what is spent of it. */
export function BudgetRow({ budget }: { budget: Budget }) {
  const t = useWords()
  const queries = useQueryClient()
  const { open } = useEditing()
  const refresh = () =>
    void Promise.all([keys.budgets, keys.alerts].map((queryKey) => queries.invalidateQueries({ queryKey })))
  const turn = useMutation({
    mutationFn: (enabled: boolean) => call('PATCH /api/budgets/:id', { params: { id: budget.id }, body: { enabled } }),
    onSettled: refresh,
  })
  const { id, name, enabled, spent_usd: spent, amount_usd: amount } = budget
  const isOver = spent >= amount
  return (
    <div className={styles['rule']} data-off={!enabled} data-budget={id}>
      <Switch
        label={t('alerts:rules.switch', { name })}
        isOn={enabled}
        disabled={turn.isPending}
        onChange={turn.mutate}
      />
      <div>
        <b>{name}</b>
        <p>{budgetWords(budget)}</p>
        {turn.error !== null && <p role="alert">{advice(turn.error)}</p>}
      </div>
      <div className={styles['state']} data-needs-look={enabled && isOver}>
        <b>{t(!enabled ? 'alerts:state.off' : isOver ? 'alerts:budget.exceeded' : 'alerts:state.watching')}</b>
        <span className="num">{t('alerts:budget.used', { spent: usd(spent), percent: percent(spent, amount) })}</span>
      </div>
      <button type="button" className={classes(buttons['button'], page['small'])} onClick={() => open(id)}>
        <ActWords act="edit" name={name} />
      </button>
    </div>
  )
}
