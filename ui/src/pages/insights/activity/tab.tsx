import { useQuery } from '@tanstack/react-query'
import { BarRows } from '../../../figures/bar-rows.js'
import { Panel } from '../../../figures/panel.js'
import { callTime, exactCount, share, workTime } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { Change, Headline, usePrevious } from '../headline.js'
import styles from '../page.module.css'
import { ProjectLink } from '../parts.js'
import { projectName } from '../project-name.js'
import type { TabAnswer } from '../answers.js'
import { activityQuery } from '../queries.js'
import { TabFrame } from '../tab-frame.js'
import { useInsights } from '../use-insights.js'
import { ActivityChart } from './activity-chart.js'
import { YearFigure } from './year-figure.js'

/** How much agents worked in the period, and what sessions did with their time. */
export function ActivityTab() {
  const t = useWords()
  const { search, range } = useInsights()
  const previous = usePrevious(search, range)
  const query = useQuery(activityQuery(search, range))
  return (
    <TabFrame query={query}>
      {(data) => {
        const { totals, previous: before } = data
        const time = t('insights:activity.time', { time: workTime(totals.agent_ms) })
        return (
          <>
            <Headline
              trend={before === null || before.sessions === 0 ? undefined : totals.sessions - before.sessions}
              delta={
                before === null || before.sessions === 0 || previous === undefined ? (
                  time
                ) : (
                  <>
                    <Change now={totals.sessions} before={before.sessions} previous={previous} isCount />, {time}
                  </>
                )
              }
            >
              {t('insights:sessions', { count: totals.sessions })}
            </Headline>
            <ActivityChart data={data} />
            <div className={styles['two']}>
              <StatesFigure data={data} />
              <ProjectsFigure data={data} />
            </div>
            <YearFigure year={data.year} />
          </>
        )
      }}
    </TabFrame>
  )
}

const COLOURS = {
  working: 'var(--work)',
  your_turn: 'var(--ink-3)',
  waiting: 'var(--need-fill)',
  idle: 'var(--line-strong)',
} as const

function StatesFigure({ data: { states, waits } }: { data: TabAnswer<'activity'> }) {
  const t = useWords()
  const { range } = useInsights()
  const total = states.reduce((sum, { ms }) => sum + ms, 0)
  return (
    <Panel
      title={t('insights:activity.states')}
      name={`states-${range.first ?? 'all'}-${range.last}`}
      rows={total === 0 ? [] : states}
      columns={[
        {
          title: t('insights:column.state'),
          value: ({ state }) => state,
          show: ({ state }) => t(`insights:state.${state}`),
        },
        { title: t('insights:column.time'), isNumber: true, value: ({ ms }) => ms, show: ({ ms }) => workTime(ms) },
        {
          title: t('insights:column.share'),
          isNumber: true,
          order: ({ ms }) => ms,
          value: ({ ms }) => share(ms, total),
        },
      ]}
      empty={t('insights:noActivity')}
    >
      <BarRows
        rows={states.map(({ state, ms }) => ({
          key: state,
          name: t(`insights:state.${state}`),
          value: ms,
          words: workTime(ms),
          aside: share(ms, total),
          colour: COLOURS[state],
        }))}
      />
      {waits.median_ms !== null && waits.p90_ms !== null && (
        <p className={styles['below']}>
          {t('insights:activity.waits', { median: callTime(waits.median_ms), p90: callTime(waits.p90_ms) })}
        </p>
      )}
    </Panel>
  )
}

function ProjectsFigure({ data: { projects } }: { data: TabAnswer<'activity'> }) {
  const t = useWords()
  const { range } = useInsights()
  return (
    <Panel
      title={t('insights:activity.projects')}
      name={`activity-projects-${range.first ?? 'all'}-${range.last}`}
      rows={projects}
      columns={[
        {
          title: t('insights:column.project'),
          value: ({ cwd }) => cwd ?? projectName(null),
          show: ({ cwd }) => <ProjectLink cwd={cwd} />,
        },
        {
          title: t('insights:column.sessions'),
          isNumber: true,
          isRank: true,
          value: ({ sessions }) => sessions,
          show: ({ sessions }) => exactCount(sessions),
        },
        { title: t('insights:column.prompts'), isNumber: true, value: ({ prompts }) => prompts },
        {
          title: t('insights:column.agentTime'),
          isNumber: true,
          value: ({ agent_ms }) => agent_ms,
          show: ({ agent_ms }) => workTime(agent_ms),
        },
      ]}
      empty={t('insights:noActivity')}
    />
  )
}
