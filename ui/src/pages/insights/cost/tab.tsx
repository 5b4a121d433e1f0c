import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../../i18n/use-words.js'
import { count, usd } from '../../../format/format.js'
import { Change, Headline, usePrevious } from '../headline.js'
import styles from '../page.module.css'
import { costQuery } from '../queries.js'
import { TabFrame } from '../tab-frame.js'
import { useInsights } from '../use-insights.js'
import { MonthlyBudget } from './budget-card.js'
import { CostChart } from './cost-chart.js'
import { HoursFigure } from './hours-figure.js'
import { ModelsFigure } from './models-figure.js'
import { ProjectsFigure } from './projects-figure.js'
import { SessionsFigure } from './sessions-figure.js'

/** What was spent in the period, and on what. */
export function CostTab() {
  const t = useWords()
  const { search, range } = useInsights()
  const previous = usePrevious(search, range)
  const query = useQuery(costQuery(search, range))
  return (
    <TabFrame query={query}>
      {(data) => {
        const { totals, previous: before } = data
        const isTokens = search.measure === 'tokens'
        const [now, was] = isTokens
          ? [totals.total_tokens, before?.total_tokens ?? 0]
          : [totals.cost, before?.cost ?? 0]
        return (
          <>
            <div className={styles['two']}>
              <Headline
                trend={was === 0 ? undefined : now - was}
                delta={
                  before === null || previous === undefined ? (
                    t('insights:sessions', { count: totals.sessions })
                  ) : (
                    <Change
                      now={now}
                      before={was}
                      previous={previous}
                      isCount={isTokens}
                      words={isTokens ? count(was) : usd(was)}
                    />
                  )
                }
              >
                {isTokens ? t('insights:cost.tokens', { tokens: count(now) }) : usd(now)}
              </Headline>
              <MonthlyBudget projects={search.project ?? []} />
            </div>
            <CostChart data={data} />
            <div className={styles['two']}>
              <ModelsFigure data={data} />
              <HoursFigure hours={data.hours} />
            </div>
            <div className={styles['two']}>
              <ProjectsFigure data={data} />
              <SessionsFigure data={data} />
            </div>
          </>
        )
      }}
    </TabFrame>
  )
}
