import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Lane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { Moment } from '../../../kit/time.js'
import styles from './pipeline.module.css'
import { stageEventsQuery } from './queries.js'

/** The stages that were declared or detected, the newest first. */
export function History({ lane }: { readonly lane: Lane }) {
  const t = useWords()
  const { data: items = [] } = useQuery(stageEventsQuery(String(lane.id), lane.updated_at))
  if (items.length === 0) return null
  const labels = new Map(lane.pipeline_nodes.map(({ id, label }) => [id, label]))
  return (
    <section aria-labelledby="pipeline-history">
      <h3 id="pipeline-history">{t('pipeline:history.title')}</h3>
      <ol className={styles['history']}>
        {items.map(({ id, at, source, stage, move, result, signal, session_id: session, pass }) => (
          <li key={id}>
            <Moment at={at} className="num faint" />
            <b>{labels.get(stage) ?? stage}</b>
            <span>
              {result === null ? t(`pipeline:move.${move}`) : t(`pipeline:result.${result}`)}{' '}
              <small>
                {t('pipeline:history.pass', { number: pass })}
                {source === 'detected' && ` · ${t('pipeline:detected')}`}
              </small>
              {signal !== null &&
                (session === null ? (
                  <code>{signal}</code>
                ) : (
                  <Link to="/sessions/$id" params={{ id: session }} search={{}}>
                    <code>{signal}</code>
                  </Link>
                ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
