import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { SessionOrder } from '../../../../../src/domain/session/list-order.js'
import { useWords } from '../../../i18n/use-words.js'
import { classes } from '../../../kit/classes.js'
import type { SessionsSearch } from '../search.js'
import type { Selection } from '../select/use-selection.js'
import { SelectAll } from '../select/select-box.js'
import styles from './list.module.css'

const COLUMNS = [
  ['name', 'name', ''],
  ['state', null, ''],
  ['model', null, 'model'],
  ['agents', 'agents', 'agents'],
  ['duration', 'duration', 'duration'],
  ['cost', 'price', 'cost'],
  ['last', 'time', ''],
] as const

/** Names sort from A on a first click, everything else from the largest or newest. */
const startsAscending = (order: SessionOrder): boolean => order === 'name'

/** Returns the search sorted by a column: in its usual direction first, then in the other one. */
function sortedBy(search: SessionsSearch, order: SessionOrder): SessionsSearch {
  const { sort = 'time', ascending: isUp = false, ...filters } = search
  const ascending = sort === order ? !isUp : startsAscending(order)
  return {
    ...filters,
    ...(order === 'time' ? {} : { sort: order }),
    ...(ascending ? { ascending: true } : {}),
  }
}

interface ColumnsProps {
  readonly search: SessionsSearch
  readonly selection: Selection
}

/** The headings of the columns; those of sortable columns are links that sort. */
export function Columns({ search, selection }: ColumnsProps) {
  const t = useWords()
  const { sort = 'time', ascending = false } = search
  const Arrow = ascending ? ArrowUp : ArrowDown
  return (
    <div role="table" aria-label={t('sessions:columns')} className={styles['head']} data-list-head>
      <div role="row" className={classes(styles['grid'], styles['columns'])}>
        <span role="columnheader" className={styles['lead']}>
          <SelectAll selection={selection} />
        </span>
        {COLUMNS.map(([column, order, place]) => {
          const isSorted = order === sort
          const words = t(`sessions:column.${column}`)
          return (
            <span
              key={column}
              role="columnheader"
              className={classes(
                column !== 'name' && column !== 'state' && column !== 'model' && styles['end'],
                styles[place],
              )}
              {...(isSorted ? { 'aria-sort': ascending ? 'ascending' : 'descending' } : {})}
            >
              {order === null ? (
                words
              ) : (
                <Link to="/sessions" search={sortedBy(search, order)} replace data-sorted={isSorted}>
                  {words}
                  {isSorted && <Arrow size={13} aria-hidden />}
                </Link>
              )}
            </span>
          )
        })}
        <span role="columnheader" className="sr-only">
          {t('sessions:column.pin')}
        </span>
      </div>
    </div>
  )
}
