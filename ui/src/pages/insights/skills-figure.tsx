import { plural } from '../../format/format.js'
import { Figure } from '../../figures/figure.js'
import type { Skills } from './queries.js'

/** Which skills and plugins are used at all. */
export function SkillsFigure({ skills, plugins }: Skills) {
  const first = skills[0]
  return (
    <>
      {first !== undefined && (
        <Figure
          title="Skills"
          says={`${plural(skills.length, 'skill')} in use; ${first.name} most, in ${plural(first.sessions, 'session')}.`}
          name="skills"
          rows={skills}
          columns={[
            { title: 'Skill', value: ({ name }) => name },
            { title: 'Plugin', value: ({ plugin }) => plugin },
            { title: 'Calls', isNumber: true, value: ({ count }) => count },
            { title: 'Sessions', isNumber: true, value: ({ sessions }) => sessions },
          ]}
        />
      )}
      {plugins.length > 0 && (
        <Figure
          title="Plugins"
          says={`${plural(plugins.length, 'plugin')} in use.`}
          name="plugins"
          rows={plugins}
          columns={[
            { title: 'Plugin', value: ({ name }) => name },
            { title: 'Skills', isNumber: true, value: (plugin) => plugin.skills },
            { title: 'Skill calls', isNumber: true, value: ({ skillCalls }) => skillCalls },
            { title: 'MCP calls', isNumber: true, value: ({ mcpCalls }) => mcpCalls },
          ]}
        />
      )}
    </>
  )
}
