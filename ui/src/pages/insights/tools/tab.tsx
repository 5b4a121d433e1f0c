import { useQuery } from '@tanstack/react-query'
import { Panel } from '../../../figures/panel.js'
import { Sparkline } from '../../../figures/sparkline.js'
import { callTime, exactCount, hundredths } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { Trans } from '../../../i18n/trans.js'
import { toolsOfKind } from '../../../kit/tool-kinds.js'
import { ToolSwatch } from '../../../kit/tool-swatch.js'
import { pathsWithin } from '../../../kit/within.js'
import { bucketsOf, summed } from '../buckets.js'
import { Headline, usePrevious } from '../headline.js'
import styles from '../page.module.css'
import { CallsLink, SessionLink, WithShare } from '../parts.js'
import type { TabAnswer } from '../answers.js'
import { toolsQuery } from '../queries.js'
import { TabFrame } from '../tab-frame.js'
import { useInsights } from '../use-insights.js'
import { SkillsFigures } from './skills-figures.js'

/** Which tools were called in the period, how long they took and how often they failed. */
export function ToolsTab() {
  const t = useWords()
  const { search, range } = useInsights()
  const previous = usePrevious(search, range)
  const query = useQuery(toolsQuery(search, range))
  return (
    <TabFrame query={query}>
      {(data) => {
        const { totals, previous: before } = data
        const rate = failureRate(totals)
        const was = before === null || before.finished === 0 ? undefined : failureRate(before)
        return (
          <>
            <Headline
              trend={was === undefined || was === rate ? undefined : rateOf(totals) - rateOf(before ?? totals)}
              delta={
                totals.finished === 0 ? (
                  ''
                ) : was === undefined || previous === undefined ? (
                  <Trans i18nKey="insights:tools.failed" values={{ share: rate }} components={{ b: <b /> }} />
                ) : (
                  <Trans
                    i18nKey="insights:tools.failedBefore"
                    values={{ share: rate, before: was, previous }}
                    components={{ b: <b /> }}
                  />
                )
              }
            >
              {t('insights:tools.calls', { count: totals.calls })}
            </Headline>
            <ByTool tools={data.tools} />
            <div className={`${styles['two']} ${styles['even']}`}>
              <Commands commands={data.commands} />
              <Slowest calls={data.slowest} />
            </div>
            <SkillsFigures skills={data.skills} plugins={data.plugins} />
          </>
        )
      }}
    </TabFrame>
  )
}

type Tools = TabAnswer<'tools'>
interface Rated {
  readonly finished: number
  readonly failed: number
}

/** From this share on a failure rate is red. */
const BAD = 0.1

const rateOf = ({ finished, failed }: Rated): number => (finished === 0 ? 0 : failed / finished)
const failureRate = (rated: Rated): string => hundredths(Math.round(rateOf(rated) * 1000) / 10)

function ByTool({ tools }: { tools: Tools['tools'] }) {
  const t = useWords()
  const { search, range } = useInsights()
  const first = range.first ?? firstDay(tools) ?? range.last
  const buckets = bucketsOf(first, range.last)
  const most = tools[0]?.calls ?? 0
  return (
    <Panel
      title={t('insights:tools.byTool')}
      info={t('insights:tools.quantiles')}
      name={`tools-${range.first ?? 'all'}-${range.last}`}
      rows={tools}
      columns={[
        {
          title: t('insights:column.tool'),
          value: ({ tool_name }) => tool_name,
          show: ({ tool_name }) => (
            <>
              <ToolSwatch tool={tool_name} />
              <CallsLink search={search} filter={{ tool: [tool_name] }}>
                <span className="mono">{tool_name}</span>
              </CallsLink>
            </>
          ),
        },
        {
          title: t('insights:column.calls'),
          isNumber: true,
          isRank: true,
          value: ({ calls }) => calls,
          show: ({ calls }) => <WithShare words={exactCount(calls)} value={calls} most={most} />,
        },
        {
          title: t('insights:column.failureRate'),
          isNumber: true,
          order: rateOf,
          value: (tool) => failureRate(tool),
          show: (tool) =>
            tool.failed === 0 ? (
              failureRate(tool)
            ) : (
              <CallsLink search={search} filter={{ tool: [tool.tool_name], failed: true }}>
                <Rate rated={tool} />
              </CallsLink>
            ),
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
          value: ({ p90_ms }) => p90_ms,
          show: ({ p90_ms }) => (p90_ms === null ? '–' : callTime(p90_ms)),
        },
        {
          title: t('insights:column.perDay'),
          isNumber: true,
          isSpare: true,
          isUnsorted: true,
          value: ({ days }) => days.map(({ date, count }) => `${date}: ${count}`).join('; '),
          show: (tool) => (
            <Sparkline
              values={summed(buckets, tool.days).map((inside) => inside.reduce((sum, { count }) => sum + count, 0))}
              isBad={rateOf(tool) >= BAD}
            />
          ),
        },
      ]}
      empty={t('insights:tools.none')}
    />
  )
}

const firstDay = (tools: Tools['tools']): string | undefined =>
  tools.flatMap(({ days }) => days[0]?.date ?? []).toSorted()[0]

const Rate = ({ rated }: { rated: Rated }) =>
  rateOf(rated) >= BAD ? <span className={styles['bad']}>{failureRate(rated)}</span> : failureRate(rated)

function Commands({ commands }: { commands: Tools['commands'] }) {
  const t = useWords()
  const { search, range } = useInsights()
  return (
    <Panel
      title={t('insights:tools.commands')}
      name={`commands-${range.first ?? 'all'}-${range.last}`}
      rows={commands}
      columns={[
        {
          title: t('insights:column.command'),
          value: ({ command }) => command,
          show: ({ command }) => (
            <CallsLink search={search} filter={{ tool: toolsOfKind('shell'), q: command, failed: true }}>
              <span className="mono">{command}</span>
            </CallsLink>
          ),
        },
        { title: t('insights:column.runs'), isNumber: true, value: ({ runs }) => runs },
        {
          title: t('insights:column.failed'),
          isNumber: true,
          isRank: true,
          order: ({ runs, failed }) => rateOf({ finished: runs, failed }),
          value: ({ failed }) => failed,
          show: ({ runs, failed }) => <Rate rated={{ finished: runs, failed }} />,
        },
      ]}
      empty={t('insights:tools.noFailures')}
    />
  )
}

function Slowest({ calls }: { calls: Tools['slowest'] }) {
  const t = useWords()
  const { range } = useInsights()
  return (
    <Panel
      title={t('insights:tools.slowest')}
      name={`slowest-calls-${range.first ?? 'all'}-${range.last}`}
      rows={calls}
      columns={[
        {
          title: t('insights:column.call'),
          value: ({ tool_name, target }) => (target === null ? tool_name : `${tool_name}: ${target}`),
          show: ({ tool_name, target, cwd }) => (
            <span className="mono">{target === null ? tool_name : pathsWithin(cwd, target)}</span>
          ),
        },
        {
          title: t('insights:column.session'),
          isSpare: true,
          value: ({ session_name }) => session_name,
          show: ({ session_id, session_name }) => <SessionLink id={session_id} name={session_name} />,
        },
        {
          title: t('insights:column.duration'),
          isNumber: true,
          isRank: true,
          value: ({ duration_ms }) => duration_ms,
          show: ({ duration_ms }) => callTime(duration_ms),
        },
      ]}
      empty={t('insights:tools.none')}
    />
  )
}
