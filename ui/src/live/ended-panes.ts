import { useSyncExternalStore } from 'react'
import type { Lane, Pane } from '../api/types.js'
import { laneRows } from '../rows/rows.js'
import { createSignal } from '../store/signal.js'

/** The panes that this page saw disappear, by lane: tmux removes the pane of a program that is stopped. */
type Kept = ReadonlyMap<number, readonly Pane[]>

const kept = createSignal<Kept>(new Map())
const closed = createSignal<ReadonlySet<Pane['run_id']>>(new Set())
let before: readonly Lane[] = []

/** Returns the kept panes after a change of the lanes. */
export function keptAfter(known: Kept, earlier: readonly Lane[], lanes: readonly Lane[], at: string): Kept {
  const next = new Map<number, readonly Pane[]>()
  for (const { id, panes } of lanes) {
    const runs = new Set(panes.map(({ run_id: run }) => run))
    const left = (earlier.find((lane) => lane.id === id)?.panes ?? []).filter(({ run_id: run }) => !runs.has(run))
    const slots = new Set([...panes, ...left].map(({ slot }) => slot))
    const stays = (known.get(id) ?? []).filter(({ slot }) => !slots.has(slot))
    const ended = left
      .filter(({ slot }) => !panes.some((pane) => pane.slot === slot))
      .map((pane) => ({ ...pane, alive: false, waiting: null, ended_at: pane.ended_at ?? at }))
    if (stays.length + ended.length > 0) next.set(id, [...stays, ...ended])
  }
  return next
}

/** Keeps the panes that disappear while this page is open. */
export function keepEndedPanes(): void {
  laneRows.subscribeAll(() => {
    const lanes = laneRows.all()
    if (lanes === before) return
    kept.set(keptAfter(kept.get(), before, lanes, new Date().toISOString()))
    before = lanes
  })
}

/** Hides an ended pane in this page. */
export const closePane = ({ run_id: run }: Pane): void => closed.set(new Set([...closed.get(), run]))

/** Returns the panes of a lane with those that ended, by slot. A slot that is used again shows its new program. */
export function useShownPanes({ id, panes }: Lane): readonly Pane[] {
  const ended = useSyncExternalStore(kept.subscribe, kept.get).get(id) ?? []
  const hidden = useSyncExternalStore(closed.subscribe, closed.get)
  return [...panes, ...ended.filter(({ slot }) => !panes.some((pane) => pane.slot === slot))]
    .filter(({ alive, run_id: run }) => alive || !hidden.has(run))
    .toSorted((a, b) => a.slot - b.slot)
}
