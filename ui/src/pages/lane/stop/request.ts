import { useSyncExternalStore } from 'react'
import { createSignal } from '../../../store/signal.js'

/** What is to be stopped: the program of one slot of a lane, or all. */
export interface StopTarget {
  readonly lane: string
  readonly slot?: number | undefined
}

const requested = createSignal<StopTarget | undefined>(undefined)

/** Stops programs from anywhere. The frame asks first if an agent is in a turn. */
export const requestStop = (target: StopTarget): void => requested.set(target)

/** Ends the request, when it was done or cancelled. */
export const endStopRequest = (): void => requested.set(undefined)

/** Returns what is to be stopped. */
export const useStopRequest = (): StopTarget | undefined => useSyncExternalStore(requested.subscribe, requested.get)
