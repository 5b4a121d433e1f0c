import { Figure } from '../../figures/figure.js'
import { useWords } from '../../i18n/use-words.js'
import type { Skills } from './queries.js'

/** Which skills and plugins are used at all. */
export function SkillsFigure({ skills, plugins }: Skills) {
  const t = useWords()
  const first = skills[0]
  return (
    <>
      {first !== undefined && (
        <Figure
          title={t('insights:skills.title')}
          says={t('insights:skills.says', {
            count: skills.length,
            skill: first.name,
            sessions: t('insights:ofSessions', { count: first.sessions }),
          })}
          name="skills"
          rows={skills}
          columns={[
            { title: t('insights:column.skill'), value: ({ name }) => name },
            { title: t('insights:column.plugin'), value: ({ plugin }) => plugin },
            { title: t('insights:column.calls'), isNumber: true, value: ({ count }) => count },
            { title: t('insights:column.sessions'), isNumber: true, value: ({ sessions }) => sessions },
          ]}
        />
      )}
      {plugins.length > 0 && (
        <Figure
          title={t('insights:plugins.title')}
          says={t('insights:plugins.says', { count: plugins.length })}
          name="plugins"
          rows={plugins}
          columns={[
            { title: t('insights:column.plugin'), value: ({ name }) => name },
            { title: t('insights:column.skills'), isNumber: true, value: (plugin) => plugin.skills },
            { title: t('insights:column.skillCalls'), isNumber: true, value: ({ skillCalls }) => skillCalls },
            { title: t('insights:column.mcpCalls'), isNumber: true, value: ({ mcpCalls }) => mcpCalls },
          ]}
        />
      )}
    </>
  )
}
