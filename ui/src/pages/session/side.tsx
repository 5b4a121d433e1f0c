import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sessionStatsQuery } from '../../api/session-queries.js'
import { sessionFilesQuery } from './queries.js'
import type { Session } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { Tokens } from '../../kit/amount.js'
import facts from '../../kit/facts.module.css'
import { AgentTree } from './agents/agent-tree.js'
import { Details } from './details.js'
import { editedFiles } from './files/edited.js'
import { LineCounts } from './files/file-list.js'
import styles from './side.module.css'
import { Threads } from './threads.js'

/** Beside the conversation: who works on it, its tokens, its files, its details. */
export function Side({ session, agent }: { session: Session; agent: string | undefined }) {
  const t = useWords()
  return (
    <aside className={styles['side']} aria-label={t('session:side.about')}>
      <AgentTree session={session} reading={agent} />
      <Threads session={session} />
      <TokensByKind id={session.id} />
      <FilesChanged id={session.id} />
      <Details session={session} />
    </aside>
  )
}

const KINDS = [
  ['cache_read_tokens', 'cost.cacheRead', 'var(--line-strong)'],
  ['cache_write_tokens', 'cost.cacheWrite', 'var(--brand)'],
  ['output_tokens', 'cost.output', 'var(--ink-2)'],
  ['input_tokens', 'cost.input', 'var(--ink-3)'],
] as const

function TokensByKind({ id }: { id: string }) {
  const t = useWords()
  const { data } = useQuery(sessionStatsQuery(id))
  if (data === undefined) return null
  const total = KINDS.reduce((sum, [kind]) => sum + data.tokens[kind], 0)
  if (total === 0) return null
  return (
    <section>
      <h2>{t('session:side.tokens')}</h2>
      <div className={styles['stack']} aria-hidden>
        {KINDS.map(([kind, , colour]) => (
          <i key={kind} style={{ width: `${(data.tokens[kind] / total) * 100}%`, background: colour }} />
        ))}
      </div>
      <dl className={facts['facts']}>
        {KINDS.map(([kind, words, colour]) => (
          <div key={kind} title={kind === 'output_tokens' ? t('session:side.outputTitle') : undefined}>
            <dt>
              <i className={styles['swatch']} style={{ background: colour }} aria-hidden />
              {t(words)}
            </dt>
            <dd>
              <Tokens value={data.tokens[kind]} atLeast={kind === 'output_tokens'} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** More files are in their tab. */
const MOST_FILES = 8

function FilesChanged({ id }: { id: string }) {
  const t = useWords()
  const { data } = useQuery(sessionFilesQuery(id))
  const files = editedFiles(data?.files ?? [])
  if (files.length === 0) return null
  return (
    <section>
      <h2>{t('session:tab.files')}</h2>
      <ul className={styles['files']}>
        {files.slice(0, MOST_FILES).map((file) => (
          <li key={file.path}>
            <Link to="/sessions/$id" params={{ id }} search={{ tab: 'files', path: file.path }} title={file.path}>
              <span>{file.path}</span>
              <LineCounts {...file} />
            </Link>
          </li>
        ))}
      </ul>
      {files.length > MOST_FILES && (
        <Link className={styles['more']} to="/sessions/$id" params={{ id }} search={{ tab: 'files' }}>
          {t('session:files.all', { count: files.length })}
        </Link>
      )}
    </section>
  )
}
