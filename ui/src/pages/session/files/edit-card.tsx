import { Link } from '@tanstack/react-router'
import type { FileEdit } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { Moment } from '../../../kit/time.js'
import { ToolSwatch } from '../../../kit/tool-swatch.js'
import { useAgentsOf } from '../agents/use-agents.js'
import { agentLabel } from '../agents/agent-label.js'
import { diffRows } from './diff-rows.js'
import { LineCounts } from './file-list.js'
import styles from './files.module.css'

interface EditCardProps {
  readonly session: string
  readonly edit: FileEdit
  /** Its place in the order of the changes, from 1. */
  readonly place: number
}

/** One change of one file: what it changed, who made it and when, or why it failed. */
export function EditCard({ session, edit, place }: EditCardProps) {
  const t = useWords()
  const agent = useAgentsOf(session).find(({ id }) => id === edit.agent_id)
  const isMain = edit.agent_id === `${session}-main`
  const { state, line } = edit
  return (
    <li className={styles['edit']} data-state={state}>
      <span className={styles['place']} aria-hidden>
        {place}
      </span>
      <article className={styles['card']}>
        <header>
          <b>
            <ToolSwatch tool={edit.tool} />
            {edit.tool}
          </b>
          <span className={styles['path']} title={edit.path}>
            {edit.path}
          </span>
          {state === 'failed' ? <span className="bad">{t('calls:failed')}</span> : <LineCounts {...edit} />}
          {state === 'pending' && <span className="faint">{t('calls:unfinished')}</span>}
          <span className={styles['where']}>
            {edit.at !== null && <Moment at={edit.at} />}
            <span>{agent === undefined ? t('calls:main') : agentLabel(agent)}</span>
            <Link
              to="/sessions/$id"
              params={{ id: session }}
              search={{ ...(isMain ? {} : { agent: edit.agent_id }), line }}
            >
              {t('session:files.line', { line })}
            </Link>
          </span>
        </header>
        {state === 'failed' ? (
          <p className={styles['failure']}>{edit.failure}</p>
        ) : (
          <div
            className={styles['diff']}
            tabIndex={0}
            role="group"
            aria-label={t('session:files.diff', { path: edit.path })}
          >
            {edit.hunks.map((hunk, index) => (
              <div key={index} className={styles['hunk']}>
                {diffRows(hunk).map((row, at) => (
                  <div key={at} data-mark={row.mark}>
                    <span className={styles['number']}>{row.number}</span>
                    <span className={styles['sign']}>{row.mark === '-' ? '−' : row.mark}</span>
                    <code>
                      {row.pieces.map((piece, part) =>
                        piece.isChanged ? <mark key={part}>{piece.text}</mark> : piece.text,
                      )}
                    </code>
                  </div>
                ))}
              </div>
            ))}
            {edit.omitted_lines > 0 && (
              <p className={styles['omitted']}>{t('session:files.omitted', { count: edit.omitted_lines })}</p>
            )}
            {edit.hunks.length === 0 && <p className={styles['omitted']}>{t('session:files.noLines')}</p>}
          </div>
        )}
      </article>
    </li>
  )
}
