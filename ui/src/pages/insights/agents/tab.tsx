import { useQuery } from '@tanstack/react-query'
import { Panel } from '../../../figures/panel.js'
import { callTime, count, exactCount, share, usd } from '../../../format/format.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { Moment } from '../../../kit/time.js'
import { Headline, usePrevious } from '../headline.js'
import styles from '../page.module.css'
import { SessionLink, WithShare } from '../parts.js'
import type { TabAnswer } from '../answers.js'
import { agentsQuery } from '../queries.js'
import { TabFrame } from '../tab-frame.js'
import { trendOf } from '../trend.js'
import { useInsights } from '../use-insights.js'

/** Which subagents ran in the period, who delegates most, and when the context was compacted. */
export function AgentsTab() {
  const t = useWords()
  const { search, range } = useInsights()
  const previous = usePrevious(search, range)
  const query = useQuery(agentsQuery(search, range))
  return (
    <TabFrame query={query}>
      {(data) => {
        const { totals, previous: before } = data
        const values = { share: share(totals.sessions_with_subagents, totals.sessions) }
        const shareOf = (of: typeof totals) => ({ part: of.sessions_with_subagents, whole: of.sessions })
        return (
          <>
            <Headline
              trend={before === null ? undefined : trendOf(shareOf(totals), shareOf(before))}
              delta={
                before === null || previous === undefined || before.sessions === 0 ? (
                  <Trans i18nKey="insights:agents.share" values={values} components={{ b: <b /> }} />
                ) : (
                  <Trans
                    i18nKey="insights:agents.shareBefore"
                    values={{ ...values, before: share(before.sessions_with_subagents, before.sessions), previous }}
                    components={{ b: <b /> }}
                  />
                )
              }
            >
              {t('insights:agents.runs', { count: totals.runs })}
            </Headline>
            <Types types={data.types} />
            <div className={`${styles['two']} ${styles['even']}`}>
              <Delegation delegation={data.delegation} />
              <Compaction compaction={data.compaction} />
            </div>
          </>
        )
      }}
    </TabFrame>
  )
}

type Agents = TabAnswer<'agents'>

/** From this share on a failure rate is red. */
const BAD = 0.1

function Types({ types }: { types: Agents['types'] }) {
  const t = useWords()
  const { range } = useInsights()
  const most = types[0]?.runs ?? 0
  return (
    <Panel
      title={t('insights:agents.types')}
      info={types.length > 0 ? t('insights:tools.quantiles') : undefined}
      name={`subagents-${range.first ?? 'all'}-${range.last}`}
      rows={types}
      columns={[
        {
          title: t('insights:column.type'),
          value: ({ subagent_type }) => subagent_type,
          show: ({ subagent_type }) => <span className={styles['label']}>{subagent_type}</span>,
        },
        {
          title: t('insights:column.runs'),
          isNumber: true,
          isRank: true,
          value: ({ runs }) => runs,
          show: ({ runs }) => <WithShare words={exactCount(runs)} value={runs} most={most} />,
        },
        {
          title: t('insights:column.median'),
          isNumber: true,
          isSpare: true,
          value: ({ median_ms }) => median_ms,
          show: ({ median_ms }) => (median_ms === null ? '–' : callTime(median_ms)),
        },
        {
          title: t('insights:column.p90'),
          isNumber: true,
          isSpare: true,
          value: ({ p90_ms }) => p90_ms,
          show: ({ p90_ms }) => (p90_ms === null ? '–' : callTime(p90_ms)),
        },
        {
          title: t('insights:column.failed'),
          isNumber: true,
          order: ({ failed, runs }) => (runs === 0 ? 0 : failed / runs),
          value: ({ failed }) => failed,
          show: ({ failed, runs }) => (
            <span className={runs > 0 && failed / runs >= BAD ? styles['bad'] : undefined}>{share(failed, runs)}</span>
          ),
        },
        { title: t('insights:column.cost'), isNumber: true, value: ({ cost }) => cost, show: ({ cost }) => usd(cost) },
      ]}
      empty={t('insights:agents.none')}
    />
  )
}

function Delegation({ delegation: { list } }: Pick<Agents, 'delegation'>) {
  const t = useWords()
  const { range } = useInsights()
  return (
    <Panel
      title={t('insights:agents.delegation')}
      note={t('insights:agents.most')}
      name={`delegation-${range.first ?? 'all'}-${range.last}`}
      rows={list}
      columns={[
        {
          title: t('insights:column.session'),
          value: ({ name }) => name,
          show: ({ session_id, name }) => <SessionLink id={session_id} name={name} />,
        },
        { title: t('insights:column.subagents'), isNumber: true, isRank: true, value: ({ subagents }) => subagents },
        {
          title: t('insights:column.costShare'),
          isNumber: true,
          order: ({ subagent_cost, cost }) => (cost === 0 ? 0 : subagent_cost / cost),
          value: ({ subagent_cost, cost }) => share(subagent_cost, cost),
        },
        {
          title: t('insights:column.cost'),
          isNumber: true,
          isSpare: true,
          value: ({ cost }) => cost,
          show: ({ cost }) => usd(cost),
        },
      ]}
      empty={t('insights:agents.none')}
    />
  )
}

function Compaction({ compaction: { total, sessions, list } }: Pick<Agents, 'compaction'>) {
  const t = useWords()
  const { range } = useInsights()
  return (
    <Panel
      title={t('insights:agents.compaction')}
      note={
        total > 0 &&
        t('insights:agents.compactions', { count: total, sessions: t('insights:sessions', { count: sessions }) })
      }
      name={`compactions-${range.first ?? 'all'}-${range.last}`}
      rows={list}
      columns={[
        {
          title: t('insights:column.session'),
          value: ({ name }) => name,
          show: ({ session_id, name }) => <SessionLink id={session_id} name={name} />,
        },
        { title: t('insights:column.count'), isNumber: true, isRank: true, value: (session) => session.count },
        {
          title: t('insights:column.context'),
          isNumber: true,
          isSpare: true,
          value: ({ context_tokens }) => context_tokens,
          show: ({ context_tokens }) => (context_tokens === 0 ? '–' : count(context_tokens)),
        },
        {
          title: t('insights:column.last'),
          isNumber: true,
          value: ({ last_at }) => last_at,
          show: ({ last_at }) => (last_at === null ? '–' : <Moment at={last_at} className={styles['low'] ?? ''} />),
        },
      ]}
      empty={t('insights:agents.noCompactions')}
    />
  )
}
