import { runsAfter, type Span, stateSpans, type TimedEvent } from './state-time.js'

/** An event of the event list with its agent; null for the main agent. */
export interface AgentEvent extends TimedEvent {
  readonly agent: string | null
}

/**
 * Returns the milliseconds in which turns of the main agent ran, without the time in which they waited for the user. A turn runs
 * from its first event to its end; a reported turn covers its whole duration, because an imported session lists no prompts.
 * Events of subagents start no turn. A silence of more than 30 minutes does not count, except during a call, and neither does
 * the time from the last event of a process to the start of the next one.
 * @param events in order
 * @param reported the turns whose duration the CLI reported
 */
export function activeMs(events: readonly AgentEvent[], reported: readonly Span[]): number {
  const spans = stateSpans(inTurns(events))
  const silences = spans.filter(({ state }) => state === 'idle').map(({ from }) => from)
  const starts = events.filter(({ type }) => type === 'SessionStart').map(({ at }) => at)
  const broken = new Set([...silences, ...starts])
  const ran = union([...spans.filter(({ state, to }) => state === 'working' && !broken.has(to)), ...reported])
  const waited = union(spans.filter(({ state }) => state === 'waiting'))
  return lengthOf(ran) - overlap(ran, waited)
}

/** Returns the events of the main agent, and those of subagents while a turn of the main agent runs. */
const inTurns = (events: readonly AgentEvent[]): readonly TimedEvent[] => {
  let runs = false
  return events.filter((event) => {
    if (event.agent !== null) return runs
    runs = runsAfter(event, runs)
    return true
  })
}

/** Returns disjoint spans, in order, that cover the same time. */
const union = (spans: readonly Span[]): readonly Span[] => {
  const merged: { from: number; to: number }[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last === undefined || from > last.to) merged.push({ from, to })
    else last.to = Math.max(last.to, to)
  }
  return merged
}

const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + to - from, 0)

/** Returns how long two lists of disjoint spans overlap. Both are in order. */
const overlap = (left: readonly Span[], right: readonly Span[]): number => {
  let sum = 0
  for (let i = 0, j = 0; ; ) {
    const [a, b] = [left[i], right[j]]
    if (a === undefined || b === undefined) return sum
    sum += Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from))
    if (a.to < b.to) i++
    else j++
  }
}
