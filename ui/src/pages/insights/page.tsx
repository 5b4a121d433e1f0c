import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { statsQuery } from '../../api/queries.js'
import { calendarRange } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import frame from '../../kit/frame.module.css'
import notes from '../../kit/note.module.css'
import { Tabs } from '../../kit/tabs.js'
import { Filters } from './filters.js'
import styles from './page.module.css'
import { PeriodControl } from './period-control.js'
import { useInsights } from './use-insights.js'

const TABS = ['cost', 'activity', 'tools', 'agents', 'errors'] as const

/** What agents cost and how they work. The period and the filters apply to every figure of every tab. */
export function InsightsPage() {
  const t = useWords()
  const { search, range } = useInsights()
  const { data: stats } = useQuery(statsQuery)
  const isEmpty = stats !== undefined && stats.total_sessions === 0
  return (
    <div className={frame['main']}>
      <div className={styles['scroll']}>
        <header className={styles['head']}>
          <div className={styles['title']}>
            <h1>{t('insights:title')}</h1>
            <span className={`${styles['dates']} num`}>
              {range.first === undefined ? t('insights:allTime') : calendarRange(range.first, range.last)}
            </span>
            <PeriodControl />
          </div>
          <div className={styles['second']}>
            <Tabs
              label={t('insights:tabsLabel')}
              tabs={TABS.map((tab) => ({
                to: `/insights/${tab}` as const,
                search: () => search,
                label: t(`insights:tabs.${tab}`),
                activeOptions: { includeSearch: false },
              }))}
            />
            <Filters />
          </div>
        </header>
        {isEmpty ? (
          <div className={notes['note']} data-empty>
            <p>{t('insights:noData')}</p>
            <Link to="/settings/hooks" className={buttons['button']}>
              {t('insights:start')}
            </Link>
          </div>
        ) : (
          <Outlet />
        )}
      </div>
    </div>
  )
}
