import { dateOf } from '../../../format/days.js'
import { calendarMonthLong, exactCount, usd } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { useTimed } from '../../../live/clock.js'
import { classes } from '../../../kit/classes.js'
import type { GroupItem } from './items.js'
import styles from './list.module.css'

/** The heading of a group: its name, how many sessions it has in all, and what they cost. */
export function GroupHeading({ group: { kind, from, sessions, cost } }: { group: GroupItem }) {
  const t = useWords()
  const month = from === null ? '' : dateOf(Date.parse(from)).slice(0, 7)
  const thisMonth = useTimed((now) => dateOf(now).slice(0, 7))
  const name =
    kind === 'month'
      ? month === thisMonth
        ? t('sessions:group.earlier', { month: calendarMonthLong(`${month}-01`, false) })
        : calendarMonthLong(`${month}-01`, month.slice(0, 4) !== thisMonth.slice(0, 4))
      : t(`sessions:group.${kind}`)
  return (
    <div className={classes(styles['grid'], styles['group'])} data-group={kind}>
      <h2>
        {name}
        {sessions !== null && <span className="num">{exactCount(sessions)}</span>}
      </h2>
      {cost !== null && <span className="num">{usd(cost)}</span>}
    </div>
  )
}
