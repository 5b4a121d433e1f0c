import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCaller } from '../../../api/caller.js'
import { useDecisions } from '../../lanes/decided.js'
import { TrainProgress } from './progress.js'
import { trainsQuery } from './queries.js'
import { readyLanes } from './ready.js'
import { ReadyToLand } from './ready-to-land.js'

const KEPT_MS = 10 * 60_000

/** Offers to land lanes together, and shows how far a merge train is and what became of its lanes. */
export function TrainNotice() {
  // Analysts land nothing.
  const mayLand = useCaller()?.role !== 'analyst'
  const { data: trains = [] } = useQuery({ ...trainsQuery, enabled: mayLand })
  const [opened] = useState(() => Date.now())
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(() => new Set())
  const ready = readyLanes(useDecisions())
  if (!mayLand) return null
  const shown = trains.filter(
    ({ id, ended_at: ended }) => !dismissed.has(id) && (ended === null || Date.parse(ended) > opened - KEPT_MS),
  )
  const isRunning = trains.some(({ end }) => end === null)
  return (
    <>
      {shown.map((train) => (
        <TrainProgress
          key={train.id}
          train={train}
          onDismiss={() => setDismissed((before) => new Set([...before, train.id]))}
        />
      ))}
      {!isRunning && ready.map((one) => <ReadyToLand key={one.repository} {...one} />)}
    </>
  )
}
