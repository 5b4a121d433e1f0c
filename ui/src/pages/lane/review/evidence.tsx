import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check as Passed, CircleHelp, LoaderCircle, RotateCw, X } from 'lucide-react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import type { Check } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Moment } from '../../../kit/time.js'
import styles from './evidence.module.css'
import { evidenceQuery } from './queries.js'

type Kind = Check['kind']

/** The newest run of each check in the lane, with what was edited after it, and a button that repeats it. */
export function Evidence({ lane }: { lane: string }) {
  const t = useWords()
  const queries = useQueryClient()
  const { data } = useQuery(evidenceQuery(lane))
  const start = useMutation({
    mutationFn: (name: Kind) => call('POST /api/lanes/:id/checks/:name', { params: { id: lane, name }, body: {} }),
    onSettled: () => queries.invalidateQueries({ queryKey: evidenceQuery(lane).queryKey }),
  })
  if (data === undefined || data.checks.length + data.running.length === 0) return null
  const running = new Set(data.running.map(({ kind }) => kind))
  const first = data.running.filter(({ kind }) => !data.checks.some((check) => check.kind === kind))
  return (
    <section className={styles['evidence']} aria-labelledby="evidence">
      <h2 id="evidence">{t('review:evidence.title')}</h2>
      <ul>
        {data.checks.map((check) => (
          <li key={check.kind}>
            <Line check={check} isRunning={running.has(check.kind)} />
            <button
              type="button"
              className={buttons['quiet']}
              disabled={running.has(check.kind) || start.isPending}
              title={check.command}
              aria-label={t('review:evidence.runNamed', { kind: t(`review:evidence.${check.kind}`) })}
              onClick={() => start.mutate(check.kind)}
            >
              <RotateCw size={13} aria-hidden />
            </button>
          </li>
        ))}
        {first.map(({ kind, command }) => (
          <li key={kind} title={command}>
            <p>
              <LoaderCircle size={13} aria-hidden />
              {t(`review:evidence.${kind}`)} {t('review:evidence.running')}
            </p>
          </li>
        ))}
      </ul>
      {start.error !== null && (
        <p role="alert" className="bad">
          {advice(start.error)}
        </p>
      )}
    </section>
  )
}

const outcomeOf = ({ ok }: Check): 'passed' | 'failed' | 'unknown' =>
  ok === null ? 'unknown' : ok ? 'passed' : 'failed'
const SIGNS = { passed: Passed, failed: X, unknown: CircleHelp } as const

function Line({ check, isRunning }: { check: Check; isRunning: boolean }) {
  const t = useWords()
  const { kind, command, at, edits_since: edits, session_id: id, agent_id: agent, line, output } = check
  const outcome = outcomeOf(check)
  const Sign = isRunning ? LoaderCircle : SIGNS[outcome]
  const words = (
    <>
      <Sign size={13} aria-hidden />
      <span>
        {t(`review:evidence.${kind}`)} {t(isRunning ? 'review:evidence.running' : `review:evidence.${outcome}`)}
      </span>
      <Moment at={at} className="num" />
      {edits > 0 && <span className={styles['since']}>{t('review:evidence.since', { count: edits })}</span>}
    </>
  )
  if (id === null)
    return (
      <details data-outcome={outcome}>
        <summary title={command}>{words}</summary>
        <pre tabIndex={0} aria-label={t('review:evidence.output', { kind: t(`review:evidence.${kind}`) })}>
          {output}
        </pre>
      </details>
    )
  const place = {
    ...(agent === null || agent === `${id}-main` ? {} : { agent }),
    ...(line === null ? {} : { line }),
  }
  return (
    <Link to="/sessions/$id" params={{ id }} search={place} title={command} data-outcome={outcome}>
      {words}
    </Link>
  )
}
