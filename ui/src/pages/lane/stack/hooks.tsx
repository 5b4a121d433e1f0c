import { Check, LoaderCircle, X } from 'lucide-react'
import { duration } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { Age, Moment } from '../../../kit/time.js'
import { linesOf } from './log-lines.js'
import type { Hook } from './queries.js'
import styles from './stack.module.css'

/** How the hooks of the profile ended, the newest first. */
export function Hooks({ hooks }: { readonly hooks: readonly Hook[] }) {
  const t = useWords()
  const ran = hooks
    .filter(({ running, result }) => running !== null || result !== null)
    .toSorted((a, b) => timeOf(b) - timeOf(a))
  if (ran.length === 0) return null
  return (
    <section className={styles['hooks']} aria-labelledby="stack-hooks">
      <h3 id="stack-hooks">{t('stack:hook.title')}</h3>
      {ran.map((hook) => (
        <Row key={hook.hook} row={hook} />
      ))}
    </section>
  )
}

const timeOf = ({ running, result }: Hook): number => Date.parse(running?.since ?? result?.endedAt ?? '')

function Row({ row: { hook, running, result, output } }: { readonly row: Hook }) {
  const t = useWords()
  const isOk = result?.code === 0
  const says = (
    <>
      {running !== null ? (
        <LoaderCircle size={13} aria-hidden />
      ) : isOk ? (
        <Check size={13} aria-hidden />
      ) : (
        <X size={13} aria-hidden />
      )}
      <b className="mono">{hook}</b>
      <span className={styles['end']}>
        {running !== null ? (
          <>
            {t('stack:hook.running')} <Age since={running.since} />
          </>
        ) : result === null ? null : (
          <>
            {result.end === 'exited'
              ? t(isOk ? 'stack:hook.passed' : 'stack:hook.failed', { code: result.code })
              : t(`stack:hook.${result.end}`)}{' '}
            {duration(result.durationMs)}
          </>
        )}
      </span>
      {running === null && result !== null && <Moment at={result.endedAt} className="num faint" />}
    </>
  )
  const outcome = running !== null ? 'running' : isOk ? 'passed' : 'failed'
  return output === null || output.trim() === '' ? (
    <p data-outcome={outcome}>{says}</p>
  ) : (
    <details data-outcome={outcome} open={outcome === 'failed' || undefined}>
      <summary>{says}</summary>
      <pre tabIndex={0} aria-label={t('stack:hook.output', { hook })}>
        {linesOf(output).join('\n')}
      </pre>
    </details>
  )
}
