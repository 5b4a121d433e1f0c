import { useQuery } from '@tanstack/react-query'
import { duration, exactCount, usd } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { classes } from '../../kit/classes.js'
import { projectAgentsQuery, projectCostQuery } from './query.js'
import type { ProjectPeriod } from './search.js'
import { Empty, Section } from './section.js'
import styles from './section.module.css'

/** The main agent and the types of subagents that worked in the period, with their cost. */
export function AgentTable({ cwd, period }: { cwd: string; period: ProjectPeriod }) {
  const t = useWords()
  const { data: cost } = useQuery(projectCostQuery(cwd, period))
  const { data: agents } = useQuery(projectAgentsQuery(cwd, period))
  if (cost === undefined || agents === undefined) return null
  const { types } = agents
  const ofTypes = types.reduce((sum, type) => sum + type.cost, 0)
  const isUnused = cost.totals.sessions === 0 && types.length === 0
  return (
    <Section title={t('project:agents.title')} count={isUnused ? undefined : types.length + 1}>
      {isUnused ? (
        <Empty>{t('project:agents.none')}</Empty>
      ) : (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th>{t('project:agents.agent')}</th>
              <th>{t('project:agents.runs')}</th>
              <th className={styles['wide']}>{t('project:agents.median')}</th>
              <th>{t('project:agents.cost')}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>
                <b>{t('project:agents.main')}</b>
              </td>
              <td className="num">{exactCount(cost.totals.sessions)}</td>
              <td className={classes('num', styles['wide'], styles['muted'])}>–</td>
              <td className="num">{usd(Math.max(0, cost.totals.cost - ofTypes))}</td>
            </tr>
            {types.map((type) => (
              <tr key={type.subagent_type}>
                <td>
                  <b>{type.subagent_type}</b>
                </td>
                <td className="num">{exactCount(type.runs)}</td>
                <td className={classes('num', styles['wide'], styles['muted'])}>
                  {type.median_ms === null ? '–' : duration(type.median_ms)}
                </td>
                <td className="num">{usd(type.cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
