import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sessionStatsQuery } from '../../api/queries.js'
import type { Session } from '../../api/types.js'
import { instant } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { Tokens } from '../../kit/amount.js'
import { Moment } from '../../kit/time.js'
import { Why } from '../../kit/why.js'
import { ResumeCommand } from './resume-command.js'
import { AgentTree } from './agents/agent-tree.js'

/** Beside the conversation: who works on it, the tokens by kind, the facts. */
export function Side({ session, agent }: { session: Session; agent: string | undefined }) {
  const t = useWords()
  return (
    <aside className="side" aria-label={t('session:side.about')}>
      <AgentTree session={session} reading={agent} />
      <TokensByKind id={session.id} />
      <Facts session={session} />
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
      <div className="stack" aria-hidden>
        {KINDS.map(([kind, , colour]) => (
          <i key={kind} style={{ width: `${(data.tokens[kind] / total) * 100}%`, background: colour }} />
        ))}
      </div>
      <dl className="kv">
        {KINDS.map(([kind, words, colour]) => (
          <div key={kind} title={kind === 'output_tokens' ? t('session:side.outputTitle') : undefined}>
            <dt>
              <i className="swatch" style={{ background: colour }} aria-hidden />
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

function Facts({ session }: { session: Session }) {
  const t = useWords()
  const process = session.process_alive
  return (
    <section>
      <h2>{t('session:side.facts')}</h2>
      <dl className="kv">
        <Fact name={t('session:side.started')} title={instant(session.started_at)}>
          <Moment at={session.started_at} />
        </Fact>
        {session.last_activity !== null && (
          <Fact name={t('session:side.heard')} title={instant(session.last_activity)}>
            <Moment at={session.last_activity} />
          </Fact>
        )}
        {process !== null && <Fact name={t('why.process')}>{t(process ? 'why.alive' : 'why.gone')}</Fact>}
        {session.source !== 'local' && <Fact name={t('session:side.source')}>{session.source}</Fact>}
      </dl>
      {session.cwd !== null && <p className="mono fact-line">{session.cwd}</p>}
      {session.git_branch !== null && <p className="mono fact-line">{session.git_branch}</p>}
      <p className="mono fact-line faint">{session.id}</p>
      <Why session={session} />
      <ResumeCommand session={session} />
    </section>
  )
}

function Fact({ name, title, children }: { name: string; title?: string; children: ReactNode }) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
