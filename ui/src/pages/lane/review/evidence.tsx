import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check as Passed, CircleHelp, X } from 'lucide-react'
import type { Check } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { Moment } from '../../../kit/time.js'
import styles from './evidence.module.css'
import { evidenceQuery } from './queries.js'

/** The newest run of each check in the lane, with what was edited after it. */
export function Evidence({ lane }: { lane: string }) {
  const t = useWords()
  const { data } = useQuery(evidenceQuery(lane))
  if (data === undefined || data.checks.length === 0) return null
  return (
    <section className={styles['evidence']} aria-labelledby="evidence">
      <h2 id="evidence">{t('review:evidence.title')}</h2>
      <ul>
        {data.checks.map((check) => (
          <li key={check.kind}>
            <Line check={check} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const outcomeOf = ({ ok }: Check): 'passed' | 'failed' | 'unknown' =>
  ok === null ? 'unknown' : ok ? 'passed' : 'failed'
const SIGNS = { passed: Passed, failed: X, unknown: CircleHelp } as const

function Line({ check }: { check: Check }) {
  const t = useWords()
  const { kind, command, at, edits_since: edits, session_id: id, agent_id: agent, line } = check
  const outcome = outcomeOf(check)
  const Sign = SIGNS[outcome]
  const place = { ...(agent === `${id}-main` ? {} : { agent }), ...(line === null ? {} : { line }) }
  return (
    <Link to="/sessions/$id" params={{ id }} search={place} title={command} data-outcome={outcome}>
      <Sign size={13} aria-hidden />
      <span>
        {t(`review:evidence.${kind}`)} {t(`review:evidence.${outcome}`)}
      </span>
      <Moment at={at} className="num" />
      {edits > 0 && <span className={styles['since']}>{t('review:evidence.since', { count: edits })}</span>}
    </Link>
  )
}
