import { BarRows } from '../../../figures/bar-rows.js'
import { Panel } from '../../../figures/panel.js'
import { count, usd } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { namedApart } from '../../../kit/named-apart.js'
import { ProjectLink } from '../parts.js'
import { projectName } from '../project-name.js'
import type { TabAnswer } from '../answers.js'
import { changeWords } from '../trend.js'
import { useInsights } from '../use-insights.js'

type Project = TabAnswer<'cost'>['projects'][number]

/** How the cost of a project changed against the period before. */
const changeOf = ({ cost, previous_cost }: Project): string => changeWords(cost, previous_cost)

/** Which projects the money went to. */
export function ProjectsFigure({ data: { projects } }: { data: TabAnswer<'cost'> }) {
  const t = useWords()
  const { search, range } = useInsights()
  const isTokens = search.measure === 'tokens'
  const names = new Map(
    namedApart(
      projects.map(({ cwd }) => cwd ?? ''),
      (cwd) => projectName(cwd === '' ? null : cwd),
    ),
  )
  const valueOf = ({ cost, total_tokens }: Project): number => (isTokens ? total_tokens : cost)
  return (
    <Panel
      title={t('insights:cost.byProject')}
      note={isTokens || projects.every((one) => changeOf(one) === '') ? undefined : t('insights:cost.change')}
      name={`projects-${range.first ?? 'all'}-${range.last}`}
      rows={projects}
      columns={[
        { title: t('insights:column.project'), value: ({ cwd }) => cwd ?? projectName(null) },
        { title: t('insights:column.sessions'), isNumber: true, value: ({ sessions }) => sessions },
        {
          title: t('insights:column.tokens'),
          isNumber: true,
          isSpare: true,
          value: ({ total_tokens }) => total_tokens,
          show: ({ total_tokens }) => count(total_tokens),
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
    >
      <BarRows
        rows={projects
          .toSorted((a, b) => valueOf(b) - valueOf(a))
          .map((project) => ({
            key: project.cwd ?? '',
            name: <ProjectLink cwd={project.cwd} name={names.get(project.cwd ?? '') ?? projectName(project.cwd)} />,
            value: valueOf(project),
            words: isTokens ? count(project.total_tokens) : usd(project.cost),
            aside: isTokens ? '' : changeOf(project),
          }))}
      />
    </Panel>
  )
}
