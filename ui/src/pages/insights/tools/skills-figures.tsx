import { Panel } from '../../../figures/panel.js'
import { useWords } from '../../../i18n/use-words.js'
import styles from '../page.module.css'
import type { TabAnswer } from '../answers.js'
import { useInsights } from '../use-insights.js'

type Tools = TabAnswer<'tools'>

/** The skills and plugins in use; nothing where there are none. */
export function SkillsFigures({ skills, plugins }: Pick<Tools, 'skills' | 'plugins'>) {
  const t = useWords()
  const { range } = useInsights()
  if (skills.length === 0 && plugins.length === 0) return null
  const span = `${range.first ?? 'all'}-${range.last}`
  return (
    <div className={`${styles['two']} ${styles['even']}`}>
      <Panel
        title={t('insights:skills.title')}
        name={`skills-${span}`}
        rows={skills}
        columns={[
          {
            title: t('insights:column.skill'),
            value: ({ name }) => name,
            show: ({ name }) => <span className="mono">{name}</span>,
          },
          { title: t('insights:column.calls'), isNumber: true, isRank: true, value: ({ count }) => count },
          { title: t('insights:column.sessions'), isNumber: true, value: ({ sessions }) => sessions },
        ]}
        empty={t('insights:skills.none')}
      />
      {plugins.length > 0 && (
        <Panel
          title={t('insights:skills.plugins')}
          name={`plugins-${span}`}
          rows={plugins}
          columns={[
            { title: t('insights:column.plugin'), value: ({ name }) => name },
            { title: t('insights:column.skillCalls'), isNumber: true, value: ({ skillCalls }) => skillCalls },
            { title: t('insights:column.mcpCalls'), isNumber: true, value: ({ mcpCalls }) => mcpCalls },
          ]}
        />
      )}
    </div>
  )
}
