import { useQuery } from '@tanstack/react-query'
import { exactCount, share } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { ToolSwatch } from '../../kit/tool-swatch.js'
import { projectToolsQuery } from './query.js'
import type { ProjectPeriod } from './search.js'
import { Empty, Section } from './section.js'
import styles from './section.module.css'

const MOST = 5

/** The tools that failed, most failures first, with the newest error of each. */
export function ToolTable({ cwd, period }: { cwd: string; period: ProjectPeriod }) {
  const t = useWords()
  const { data } = useQuery(projectToolsQuery(cwd, period))
  const failing = data?.failing ?? []
  return (
    <Section title={t('project:tools.title')} count={data === undefined || data.failed === 0 ? undefined : data.failed}>
      {failing.length === 0 ? (
        <Empty>{data === undefined ? '' : t('project:tools.none')}</Empty>
      ) : (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th>{t('project:tools.tool')}</th>
              <th>{t('project:tools.failed')}</th>
              <th>{t('project:tools.rate')}</th>
            </tr>
          </thead>
          <tbody>
            {failing.slice(0, MOST).map(({ tool_name, failed, finished, error }) => (
              <tr key={tool_name}>
                <td title={error ?? undefined}>
                  <ToolSwatch tool={tool_name} />
                  <b>{tool_name}</b> <span className={styles['muted']}>{error}</span>
                </td>
                <td className="num">
                  {exactCount(failed)}{' '}
                  <span className={styles['muted']}>{t('project:tools.of', { calls: exactCount(finished) })}</span>
                </td>
                <td className="num">
                  {share(failed, finished)}
                  <span className={styles['rate']} aria-hidden>
                    <i style={{ width: `${Math.min(100, (failed / Math.max(1, finished)) * 100)}%` }} />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
