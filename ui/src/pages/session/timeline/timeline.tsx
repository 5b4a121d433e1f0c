import { useNavigate } from '@tanstack/react-router'
import { Maximize2, Minus, Plus } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer } from 'virtua'
import type { DrillIn, SwimLane, ToolSpan } from '../../../api/types.js'
import { Figure } from '../../../figures/figure.js'
import { Legend } from '../../../figures/legend.js'
import { useWidth } from '../../../figures/use-width.js'
import { duration } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { classes } from '../../../kit/classes.js'
import { useKeys } from '../../../kit/keys.js'
import { serverTool } from '../../../kit/server-tool.js'
import { GROUP_COLOURS, groupsOf } from '../../../kit/tool-kinds.js'
import { ExactMoment } from '../../../kit/time.js'
import { TooltipAt } from '../../../kit/tooltip.js'
import { pathsWithin } from '../../../kit/within.js'
import { agentLabel } from '../agents/agent-label.js'
import { treeOf } from '../agents/tree.js'
import tab from '../tab.module.css'
import { Axis } from './axis.js'
import { callsByAgent, wholeOf } from './bars.js'
import { callWords, LaneRow, type Pointed } from './lane-row.js'
import { pan, zoom } from './range.js'
import styles from './timeline.module.css'
import { useRange } from './use-range.js'

const NAME_PX = 240
const IN = 0.6
const OUT = 1 / IN
const STEP = 0.3
/** The event of a call and the start in its transcript can differ by some milliseconds. */
const SLACK_MS = 1000

interface TimelineProps {
  readonly data: DrillIn
  /** When the data was read: running calls last until then. */
  readonly now: number
  readonly zoomWords: string | undefined
}

export function Timeline({ data, now, zoomWords }: TimelineProps) {
  const t = useWords()
  const { session, swimLanes, toolTimeline: calls } = data
  const navigate = useNavigate()
  const whole = useMemo(() => wholeOf(data, now), [data, now])
  const { range, show } = useRange(session.id, zoomWords, whole)
  const [follow, outer] = useWidth()
  const [pointed, setPointed] = useState<Pointed>()
  const scroller = useRef<HTMLDivElement>(null)
  const width = Math.max(0, outer - (outer < 600 ? 0 : NAME_PX))
  const byAgent = useMemo(() => callsByAgent(calls), [calls])
  const groups = useMemo(() => groupsOf(calls.map(({ tool_name }) => tool_name)), [calls])
  const branches = useMemo(() => treeOf(swimLanes), [swimLanes])
  const middle = (range.from + range.to) / 2

  const zoomBy = (factor: number, at = middle): void => show(zoom(range, whole, factor, at))
  const panBy = (share: number): void => show(pan(range, whole, share))
  const wheel = useRef<(event: WheelEvent) => void>(undefined)
  useEffect(() => {
    wheel.current = (event) => {
      const box = scroller.current?.getBoundingClientRect()
      if (box === undefined || width === 0) return
      if (event.ctrlKey || event.metaKey) {
        const share = Math.min(1, Math.max(0, (event.clientX - box.right + width) / width))
        zoomBy(event.deltaY < 0 ? IN : OUT, range.from + share * (range.to - range.from))
      } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) panBy(event.deltaX / width)
      else return
      event.preventDefault()
    }
  })
  useEffect(() => {
    const box = scroller.current
    const onWheel = (event: WheelEvent): void => wheel.current?.(event)
    // React registers wheel listeners as passive, and those cannot keep the browser from zooming the page.
    box?.addEventListener('wheel', onWheel, { passive: false })
    return () => box?.removeEventListener('wheel', onWheel)
  }, [])
  useKeys({
    '+': () => zoomBy(IN),
    '-': () => zoomBy(OUT),
    '0': () => show(whole),
    ArrowLeft: () => panBy(-STEP),
    ArrowRight: () => panBy(STEP),
  })

  const pick = useCallback(
    (call: ToolSpan) =>
      void navigate({
        to: '/sessions/$id',
        params: { id: session.id },
        search: { tab: 'events', event: call.id, to: new Date(Date.parse(call.created_at) + SLACK_MS).toISOString() },
      }),
    [navigate, session.id],
  )
  const lanes = useMemo(() => new Map(swimLanes.map((lane) => [lane.id, lane])), [swimLanes])

  return (
    <div className={tab['tab']}>
      <Figure
        title={t('session:timeline.title')}
        says={t('session:timeline.says', {
          agents: t('session:agent.count', { count: swimLanes.length }),
          calls: t('session:timeline.calls', { count: calls.length }),
          time: duration(whole.to - whole.from),
        })}
        name={`timeline-${session.id}`}
        rows={calls}
        columns={[
          {
            title: t('session:timeline.started'),
            value: (call) => call.created_at,
            show: (call) => <ExactMoment at={call.created_at} />,
          },
          {
            title: t('session:timeline.agent'),
            isSpare: true,
            value: ({ agent_id: id }) => labelOf(lanes.get(id)) ?? id,
          },
          {
            title: t('session:timeline.tool'),
            value: (call) => call.tool_name,
            show: ({ tool_name: tool }) => serverTool(tool)?.tool ?? tool,
          },
          { title: t('session:timeline.what'), isPath: true, value: (call) => call.summary },
          {
            title: t('session:timeline.result'),
            isSpare: true,
            value: ({ failed }) => (failed ? t('session:timeline.failed') : ''),
          },
          {
            title: t('session:timeline.ms'),
            isNumber: true,
            value: ({ created_at, ended_at }) =>
              ended_at === null ? null : Date.parse(ended_at) - Date.parse(created_at),
          },
        ]}
      >
        <div ref={follow}>
          <div className={styles['bar']}>
            <Legend keys={groups.map((group) => ({ name: t(`toolGroup.${group}`), colour: GROUP_COLOURS[group] }))} />
            <div className={styles['zoom']}>
              <button
                type="button"
                className={buttons['button']}
                aria-label={t('session:timeline.less')}
                onClick={() => zoomBy(IN)}
              >
                <Plus size={14} aria-hidden />
              </button>
              <button
                type="button"
                className={buttons['button']}
                aria-label={t('session:timeline.more')}
                onClick={() => zoomBy(OUT)}
              >
                <Minus size={14} aria-hidden />
              </button>
              <button
                type="button"
                className={buttons['button']}
                aria-label={t('session:timeline.whole')}
                onClick={() => show(whole)}
              >
                <Maximize2 size={14} aria-hidden />
              </button>
            </div>
          </div>
          <p className={classes('faint', styles['hint'])}>{t('session:timeline.hint')}</p>
          {pointed !== undefined && (
            <TooltipAt at={pointed.bar} onClose={() => setPointed(undefined)}>
              {pathsWithin(
                session.cwd,
                pointed.near > 0
                  ? t('session:timeline.near', { call: callWords(pointed.call, now), count: pointed.near })
                  : callWords(pointed.call, now),
              )}
            </TooltipAt>
          )}
          {width > 0 && (
            <div className={styles['axisRow']}>
              <Axis whole={whole} range={range} width={width} />
            </div>
          )}
          <div
            className={styles['lanes']}
            ref={scroller}
            tabIndex={0}
            role="region"
            aria-label={t('session:timeline.lanes')}
          >
            {width > 0 && (
              <Virtualizer data={branches} scrollRef={scroller} itemSize={30}>
                {({ agent: lane, depth }) => (
                  <LaneRow
                    key={lane.id}
                    lane={lane}
                    depth={depth}
                    calls={byAgent.get(lane.id) ?? NONE}
                    whole={whole}
                    range={range}
                    width={width}
                    now={now}
                    onPoint={setPointed}
                    onPick={pick}
                  />
                )}
              </Virtualizer>
            )}
          </div>
        </div>
      </Figure>
    </div>
  )
}

const NONE: readonly ToolSpan[] = []

const labelOf = (lane: SwimLane | undefined): string | undefined => (lane === undefined ? undefined : agentLabel(lane))
