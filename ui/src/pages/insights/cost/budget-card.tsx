import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { budgetsQuery } from '../../../api/queries.js'
import { BudgetCard } from '../../../budget/budget-card.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { classes } from '../../../kit/classes.js'
import styles from '../page.module.css'
import { monthlyBudget } from './budget.js'

/** The budget of this month, or a link to set one. It does not follow the period: a budget has its own. */
export function MonthlyBudget({ projects }: { projects: readonly string[] }) {
  const t = useWords()
  const { data } = useQuery(budgetsQuery)
  if (data === undefined) return null
  const budget = monthlyBudget(data, projects)
  if (budget !== undefined) return <BudgetCard budget={budget} />
  return (
    <Link to="/alerts" search={{ edit: 'new-monthBudget' }} className={classes(buttons['button'], styles['budget'])}>
      {t('insights:budget.set')}
    </Link>
  )
}
