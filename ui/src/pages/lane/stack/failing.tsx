import { useMutation, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import type { Lane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { notify } from '../../../kit/notices.js'
import { firstFailure, linesOf } from './log-lines.js'
import { logQuery, type Stack } from './queries.js'
import styles from './stack.module.css'

interface FailingProps {
  readonly lane: Lane
  readonly stack: Stack
  /** A service that has stopped. */
  readonly service: string | undefined
  readonly mayTell: boolean
}

/** What fails, in the words of the program, and a button that tells the agent. */
export function Failing({ lane, stack, service, mayTell }: FailingProps) {
  const t = useWords()
  const id = String(lane.id)
  const name = stack.provisioned ? service : undefined
  const { data } = useQuery({ ...logQuery(id, name ?? ''), enabled: name !== undefined && stack.logs.includes(name) })
  const line = data?.available === true ? firstFailure(linesOf(data.text)) : undefined
  const said = line ?? stack.lastErrorMessage ?? undefined
  const title =
    name !== undefined
      ? t(line === undefined ? 'stack:fails.stopped' : 'stack:fails.line', { name })
      : stack.lastError === null
        ? undefined
        : t(`stack:error.${stack.lastError}`)
  const tell = useMutation({
    mutationFn: () =>
      call('POST /api/lanes/:id/message', {
        params: { id },
        body: { text: t('stack:fails.message', { title, line: said ?? '' }) },
      }),
    onSuccess: () => notify(t('stack:fails.sent')),
  })
  if (title === undefined) return null
  const hasAgent = lane.panes.some(({ alive, tool }) => alive && tool !== null)
  return (
    <section className={styles['failing']} aria-label={t('stack:fails.label')}>
      <TriangleAlert size={15} aria-hidden />
      <div>
        <b>{title}</b>
        {said !== undefined && <code>{said}</code>}
        {tell.error !== null && (
          <p role="alert" className="bad">
            {advice(tell.error)}
          </p>
        )}
      </div>
      {mayTell && hasAgent && (
        <button type="button" className={buttons['button']} disabled={tell.isPending} onClick={() => tell.mutate()}>
          {t('stack:fails.send')}
        </button>
      )}
    </section>
  )
}
