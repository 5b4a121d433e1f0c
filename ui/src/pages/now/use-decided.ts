import { useEffect, useMemo, useState } from 'react'
import { type Group, idsOf } from '../../live/triage.js'

/** How long a row that waits no longer stays where it was. */
const STAYS_MS = 2000
const NONE: ReadonlyMap<string, number> = new Map()

interface Decided {
  readonly groups: readonly Group[]
  /** The rows that wait no longer, and are still shown among those that do. */
  readonly decided: ReadonlySet<string>
}

/** Keeps a row that waits no longer in its place for a moment: the user sees what became of it, and no row moves under a finger. */
export function useDecided(groups: readonly Group[]): Decided {
  const [before, setBefore] = useState(groups)
  /** The place of each row that stays. */
  const [staying, setStaying] = useState(NONE)
  if (before !== groups) {
    setBefore(groups)
    const waiting = new Set(idsOf(groups, 'waiting'))
    const shown = new Set(groups.flatMap(({ ids }) => ids))
    const isOver = (id: string): boolean => !waiting.has(id) && shown.has(id)
    const over = idsOf(before, 'waiting').flatMap((id, place) => (isOver(id) ? [[id, place] as const] : []))
    const still = [...staying].filter(([id]) => isOver(id))
    if (over.length > 0 || still.length < staying.size) setStaying(new Map([...still, ...over]))
  }
  useEffect(() => {
    if (staying.size === 0) return undefined
    const timer = setTimeout(() => setStaying(NONE), STAYS_MS)
    return () => clearTimeout(timer)
  }, [staying])
  return useMemo(
    () => ({ groups: staying.size === 0 ? groups : withStaying(groups, staying), decided: new Set(staying.keys()) }),
    [groups, staying],
  )
}

const withStaying = (groups: readonly Group[], staying: ReadonlyMap<string, number>): readonly Group[] => {
  const waiting = [...idsOf(groups, 'waiting')]
  for (const [id, place] of [...staying].toSorted(([, a], [, b]) => a - b)) waiting.splice(place, 0, id)
  const others = groups
    .filter(({ key }) => key !== 'waiting')
    .map((group) => ({ ...group, ids: group.ids.filter((id) => !staying.has(id)) }))
    .filter(({ ids }) => ids.length > 0)
  return [{ key: 'waiting', ids: waiting }, ...others]
}
