import { Panel } from '../../../figures/panel.js'
import { usd } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { ProjectLink } from '../../../kit/project-link.js'
import { Moment } from '../../../kit/time.js'
import styles from '../page.module.css'
import { SessionLink } from '../parts.js'
import { projectName } from '../project-name.js'
import type { TabAnswer } from '../answers.js'
import { useInsights } from '../use-insights.js'

/** The sessions that cost most in the period. */
export function SessionsFigure({ data: { sessions } }: { data: TabAnswer<'cost'> }) {
  const t = useWords()
  const { range } = useInsights()
  return (
    <Panel
      title={t('insights:cost.expensive')}
      name={`sessions-${range.first ?? 'all'}-${range.last}`}
      rows={sessions}
      columns={[
        {
          title: t('insights:column.session'),
          value: ({ name }) => name,
          show: ({ session_id, name }) => <SessionLink id={session_id} name={name} />,
        },
        {
          title: t('insights:column.project'),
          isSpare: true,
          value: ({ cwd }) => cwd,
          show: ({ cwd }) =>
            cwd === null ? (
              <span className={styles['low']}>{projectName(null)}</span>
            ) : (
              <ProjectLink cwd={cwd} className={styles['name']} />
            ),
        },
        {
          title: t('insights:column.last'),
          isSpare: true,
          value: ({ last_activity }) => last_activity,
          show: ({ last_activity }) => <Moment at={last_activity} className={styles['low'] ?? ''} />,
        },
        {
          title: t('insights:column.cost'),
          isNumber: true,
          isRank: true,
          value: ({ cost }) => cost,
          show: ({ cost }) => usd(cost),
        },
      ]}
      empty={t('insights:noUsage')}
    />
  )
}
