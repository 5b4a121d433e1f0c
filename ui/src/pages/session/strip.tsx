import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { sessionStripQuery } from './queries.js'
import type { Session } from '../../api/types.js'
import { moment, momentSeconds } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { GROUP_COLOURS, groupsOf, toolColour } from '../../kit/tool-kinds.js'
import { TooltipAt } from '../../kit/tooltip.js'
import { within } from '../../kit/within.js'
import { useTimed } from '../../live/clock.js'
import { useGrowing } from '../../live/use-growing.js'
import {
  barAt,
  strengthOf,
  type StripBar,
  type StripRow,
  stripRows,
  stripTime,
  type StripTime,
  WIDTH,
} from './strip-layout.js'
import styles from './strip.module.css'

const READ_MS = 5000
/** How far from a bar a pointer still selects it, in thousandths of the width. */
const REACH = 12
const KINDS = ['call', 'edit', 'failed'] as const

/** The tool calls of the session over its time: a click shows the place in the conversation. */
export function Strip({ session }: { session: Session }) {
  const { data } = useGrowing(session.id, sessionStripQuery(session.id), READ_MS)
  const time = data === undefined ? undefined : stripTime(data, session.started_at)
  if (data === undefined || time === undefined) return null
  return <Drawing session={session} time={time} rows={stripRows(data, `${session.id}-main`, time)} sums={data} />
}

interface DrawingProps {
  readonly session: Session
  readonly time: StripTime
  readonly rows: readonly StripRow[]
  readonly sums: { readonly calls: number; readonly edits: number; readonly failures: number }
}

interface Pointed {
  readonly bar: StripBar
  readonly x: number
  readonly y: number
}

function Drawing({ session, time, rows, sums }: DrawingProps) {
  const t = useWords()
  const navigate = useNavigate()
  const [pointed, setPointed] = useState<Pointed>()
  const [first, last] = [new Date(time.from).toISOString(), new Date(time.to).toISOString()]
  const start = useTimed((now) => moment(first, now))
  const end = useTimed((now) => moment(last, now))
  const all = rows.flatMap((row) => row.bars).toSorted((a, b) => a.x - b.x)
  const groups = groupsOf(all.map(({ part }) => part.tool))
  const waits = session.situation === 'needs_you'

  const show = ({ agent, part }: StripBar): void => {
    const place = agent === `${session.id}-main` ? {} : { agent }
    const search = part.line === null ? place : { ...place, line: part.line }
    void navigate({ to: '/sessions/$id', params: { id: session.id }, search })
  }
  const point = (row: StripRow, event: PointerEvent): void => {
    const box = event.currentTarget.getBoundingClientRect()
    const bar = barAt(row, ((event.clientX - box.left) / box.width) * WIDTH, REACH)
    setPointed(bar === undefined ? undefined : { bar, x: event.clientX, y: box.top })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const at = pointed === undefined ? -1 : all.indexOf(pointed.bar)
    const next = event.key === 'ArrowRight' ? at + 1 : event.key === 'ArrowLeft' ? Math.max(0, at - 1) : undefined
    const bar = next === undefined ? undefined : all[Math.min(next, all.length - 1)]
    if (bar !== undefined) {
      const box = event.currentTarget.getBoundingClientRect()
      setPointed({ bar, x: box.left + (bar.x / WIDTH) * box.width, y: box.top })
    } else if (event.key === 'Enter' && pointed !== undefined) show(pointed.bar)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles['strip']}>
      <div
        className={styles['rows']}
        role="group"
        tabIndex={0}
        aria-label={t('session:strip.label', {
          calls: t('calls:count', { count: sums.calls }),
          edits: t('session:strip.edits', { count: sums.edits }),
          failures: t('session:strip.failures', { count: sums.failures }),
        })}
        onKeyDown={onKeyDown}
        onBlur={() => setPointed(undefined)}
      >
        {rows.map((row, index) => (
          <svg
            key={row.key}
            className={styles[index === 0 ? 'main' : 'sub']}
            viewBox={`0 0 ${WIDTH} 12`}
            preserveAspectRatio="none"
            aria-hidden
            onPointerMove={(event) => point(row, event)}
            onPointerLeave={() => setPointed(undefined)}
            onClick={() => pointed !== undefined && show(pointed.bar)}
          >
            {row.spans.map((span) => (
              <rect key={span.x} x={span.x} y={0} width={span.width} height={12} data-kind="span" />
            ))}
            {KINDS.flatMap((kind) =>
              row.bars
                .filter(({ part }) => strengthOf(part, kind) > 0)
                .map(({ agent, x, width, part }) => (
                  <rect
                    key={`${kind} ${agent} ${part.from}`}
                    x={x}
                    y={0}
                    width={width}
                    height={12}
                    opacity={strengthOf(part, kind)}
                    data-kind={kind}
                    fill={kind === 'call' ? toolColour(part.tool) : undefined}
                  />
                )),
            )}
            {index === 0 && waits && <rect x={WIDTH - 14} y={0} width={14} height={12} data-kind="waiting" />}
          </svg>
        ))}
      </div>
      <p className={styles['axis']}>
        <span>{start}</span>
        <span className={styles['legend']}>
          {groups.map((group) => (
            <span key={group}>
              <i style={{ background: GROUP_COLOURS[group] }} aria-hidden />
              {t(`toolGroup.${group}`)}
            </span>
          ))}
          {sums.failures > 0 && (
            <span>
              <i data-kind="failed" aria-hidden />
              {t('session:strip.failed')}
            </span>
          )}
        </span>
        <span>{end}</span>
      </p>
      {pointed !== undefined && (
        <TooltipAt at={pointed} onClose={() => setPointed(undefined)}>
          <BarWords bar={pointed.bar} directory={session.cwd} />
        </TooltipAt>
      )}
    </div>
  )
}

function BarWords({ bar: { part }, directory }: { bar: StripBar; directory: string | null }) {
  const t = useWords()
  const at = useTimed((now) => momentSeconds(part.from, now))
  return (
    <>
      <b>{part.tool}</b> {part.target !== null && <span className="mono">{within(directory, part.target)}</span>}
      <br />
      <span className="num">
        {at}
        {part.failures > 0 &&
          `, ${part.calls === 1 ? t('calls:failed') : t('session:strip.failures', { count: part.failures })}`}
        {part.calls > 1 && `, ${t('session:strip.near', { count: part.calls - 1 })}`}
      </span>
    </>
  )
}
