import { useState } from 'react'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'
import { exactCount } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { classes } from '../../kit/classes.js'
import { Moment } from '../../kit/time.js'
import { Empty, Section } from './section.js'
import styles from './section.module.css'

const FIRST = 5

interface FileTableProps {
  readonly files: RouteAnswer<'GET /api/projects/:name'>['files']
  readonly total: number
}

/** The files that were edited most. */
export function FileTable({ files, total }: FileTableProps) {
  const t = useWords()
  const [showsAll, setShowsAll] = useState(false)
  return (
    <Section
      title={t('project:files.title')}
      beside={
        total > FIRST && (
          <button type="button" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t('project:files.fewer') : t('project:files.all', { count: total })}
          </button>
        )
      }
    >
      {files.length === 0 ? (
        <Empty>{t('project:files.none')}</Empty>
      ) : (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th>{t('project:files.file')}</th>
              <th>{t('project:files.sessions')}</th>
              <th>{t('project:files.edits')}</th>
              <th className={styles['wide']}>{t('project:files.last')}</th>
            </tr>
          </thead>
          <tbody>
            {(showsAll ? files : files.slice(0, FIRST)).map(({ path, sessions, edits, last_edit }) => (
              <tr key={path}>
                <td title={path} className="mono">
                  {path}
                </td>
                <td className="num">{exactCount(sessions)}</td>
                <td className="num">{exactCount(edits)}</td>
                <td className={classes('num', styles['wide'], styles['muted'])}>
                  <Moment at={last_edit} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
