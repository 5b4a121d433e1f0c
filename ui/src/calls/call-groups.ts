import type { ToolCallRow } from '../api/types.js'

/** What a list of calls shows: a heading with the number of its calls, or a call. */
export type CallLine =
  | {
      readonly kind: 'heading'
      readonly key: string
      readonly of: 'running' | 'unfinished' | 'minute'
      readonly at: string
      readonly calls: number
    }
  | { readonly kind: 'call'; readonly key: string; readonly call: ToolCallRow }

const MINUTE = 'YYYY-MM-DDTHH:MM'.length

/** When a call is listed: at its end, or at its start while it runs. */
export const timeOfCall = ({ ended_at, started_at }: ToolCallRow): string => ended_at ?? started_at ?? ''

/**
 * Returns the lines of a list: what runs, what never got a result, then what finished, by minute.
 * @param keyOf the key of a call's line
 */
export function callLines(
  open: readonly ToolCallRow[],
  finished: readonly ToolCallRow[],
  keyOf: (call: ToolCallRow) => string,
): readonly CallLine[] {
  const lines: CallLine[] = []
  const add = (of: 'running' | 'unfinished' | 'minute', at: string, calls: readonly ToolCallRow[]): void => {
    if (calls.length === 0) return
    lines.push({ kind: 'heading', key: `${of} ${at}`, of, at, calls: calls.length })
    for (const call of calls) lines.push({ kind: 'call', key: keyOf(call), call })
  }
  // A call can finish between the two queries of one page.
  const done = new Set(finished.map(keyOf))
  const rest = open.filter((call) => !done.has(keyOf(call)))
  const running = rest.filter(({ state }) => state === 'running' || state === 'waiting')
  add(
    'running',
    '',
    running.toSorted((a, b) => Number(b.state === 'waiting') - Number(a.state === 'waiting')),
  )
  add(
    'unfinished',
    '',
    rest.filter(({ state }) => state === 'unfinished'),
  )
  let minute: ToolCallRow[] = []
  for (const call of finished) {
    const first = minute[0]
    if (first !== undefined && timeOfCall(first).slice(0, MINUTE) !== timeOfCall(call).slice(0, MINUTE)) {
      add('minute', timeOfCall(first), minute)
      minute = []
    }
    minute.push(call)
  }
  const [first] = minute
  if (first !== undefined) add('minute', timeOfCall(first), minute)
  return lines
}
