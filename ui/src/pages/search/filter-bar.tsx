import { useQuery } from '@tanstack/react-query'
import { filtersOf, parseSearch } from '../../../../src/domain/search/operators.js'
import { dayAfter } from '../../format/days.js'
import { calendarDay, exactCount } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { FilterSelect } from '../../kit/filter-select.js'
import { MultiSelect } from '../../kit/multi-select.js'
import { SegmentedControl } from '../../kit/segmented-control.js'
import { useToday } from '../../live/clock.js'
import { withOperators } from './filters.js'
import { projectNamesQuery } from './query.js'
import styles from './results.module.css'

const SPEAKERS = ['you', 'agent', 'tool'] as const
const PERIODS = [1, 7, 30, 90] as const

interface FilterBarProps {
  readonly text: string
  /** Matches by speaker, where they are known. */
  readonly counts: Readonly<Record<(typeof SPEAKERS)[number], number>> | undefined
  readonly onChange: (text: string) => void
}

/** The filters of a search. They write operators into its text. */
export function FilterBar({ text, counts, onChange }: FilterBarProps) {
  const t = useWords()
  const { data: names = [] } = useQuery(projectNamesQuery)
  const { from, projects, after } = filtersOf(parseSearch(text).operators)
  const [speaker] = from
  const label = (name: string, n: number | undefined): string => (n === undefined ? name : `${name} ${exactCount(n)}`)
  const today = useToday()
  const all = counts === undefined ? undefined : counts.you + counts.agent + counts.tool
  return (
    <div className={styles['filters']} data-strip>
      <SegmentedControl
        label={t('search:speaker.label')}
        hidesLabel
        name="speaker"
        value={from.length === 1 && speaker !== undefined ? speaker : 'all'}
        options={[
          ['all', label(t('search:speaker.all'), all)],
          ...SPEAKERS.map((one) => [one, label(t(`search:speaker.${one}`), counts?.[one])] as const),
        ]}
        onChange={(one) => onChange(withOperators(text, 'from', one === 'all' ? [] : [one]))}
      />
      <MultiSelect
        label={t('search:projects')}
        options={names.map((name) => ({ value: name, label: name }))}
        value={projects}
        onChange={(chosen) => onChange(withOperators(text, 'project', chosen))}
      />
      <FilterSelect
        label={t('search:period.label')}
        all={t('search:period.any')}
        options={PERIODS.map((days) => ({
          value: dayAfter(today, -days),
          label: t('search:period.days', { count: days }),
        }))}
        value={after}
        labelOf={(day) => t('search:period.since', { day: calendarDay(day) })}
        onChange={(day) => onChange(withOperators(text, 'after', day === undefined ? [] : [day]))}
      />
    </div>
  )
}
