import { describe, expect, it } from 'vitest'
import type { ToolCallRow } from '../../../../ui/src/api/types.js'
import { createCallFeed, keyOfCall } from '../../../../ui/src/calls/call-feed.js'
import { callLines } from '../../../../ui/src/calls/call-groups.js'
import { exactDuration, outcomeWords } from '../../../../ui/src/calls/call-words.js'

const call = (id: number, more: Partial<ToolCallRow> = {}): ToolCallRow => ({
  id: `c${id}`,
  session_id: 's',
  session_name: 'S',
  session_cwd: null,
  agent_id: 's-main',
  agent_name: null,
  tool_name: 'Bash',
  target: 'ls',
  state: 'done',
  started_at: null,
  ended_at: `2026-11-01T10:${String(id).padStart(2, '0')}:00.000Z`,
  duration_ms: 5,
  error: null,
  outcome: null,
  start_event_id: null,
  end_event_id: null,
  line: null,
  ...more,
})

/** A service with pages of two calls; `finish` adds one. */
function serviceOf(count: number) {
  let calls = Array.from({ length: count }, (_, index) => call(count - index))
  const reads: (string | undefined)[] = []
  return {
    reads,
    finish: (id: number) => (calls = [call(id), ...calls]),
    clear: () => (calls = []),
    read: (before: string | undefined) => {
      reads.push(before)
      const from = before === undefined ? 0 : calls.findIndex(({ id }) => id === before) + 1
      const page = calls.slice(from, from + 2)
      return Promise.resolve({ open: [], calls: page, next: page.length < 2 ? null : (page.at(-1)?.id ?? null) })
    },
  }
}
const idsOf = (feed: ReturnType<typeof createCallFeed>) => feed.state().calls.map(({ id }) => id)

describe('a list of calls', () => {
  it('reads older pages on demand, up to the first call', async () => {
    const service = serviceOf(3)
    const feed = createCallFeed(service.read)
    await feed.reopen()
    expect([idsOf(feed), feed.state().hasOlder]).toEqual([['c3', 'c2'], true])
    await feed.older()
    expect([idsOf(feed), feed.state().hasOlder]).toEqual([['c3', 'c2', 'c1'], false])
    await feed.older()
    expect(service.reads).toHaveLength(2)
  })

  it('keeps what is known when calls finish, and continues where it was', async () => {
    const service = serviceOf(4)
    const feed = createCallFeed(service.read)
    await feed.reopen()
    service.finish(5)
    await feed.newer()
    expect(idsOf(feed)).toEqual(['c5', 'c4', 'c3'])
    await feed.older()
    expect(idsOf(feed)).toEqual(['c5', 'c4', 'c3', 'c2', 'c1'])
  })

  it('starts again when more finished than fits on one page, so that it has no gap', async () => {
    const service = serviceOf(4)
    const feed = createCallFeed(service.read)
    await feed.reopen()
    for (const id of [5, 6, 7]) service.finish(id)
    await feed.newer()
    expect(idsOf(feed)).toEqual(['c7', 'c6'])
  })

  it('is empty after everything was deleted', async () => {
    const service = serviceOf(2)
    const feed = createCallFeed(service.read)
    await feed.reopen()
    service.clear()
    await feed.newer()
    expect(idsOf(feed)).toEqual([])
  })

  it('reports that it could not be read, and tries again with the next event', async () => {
    const service = serviceOf(1)
    let fails = true
    const feed = createCallFeed((before) => (fails ? Promise.reject(new Error('no')) : service.read(before)))
    await feed.reopen()
    expect(feed.state().phase).toBe('failed')
    fails = false
    await feed.newer()
    expect(idsOf(feed)).toEqual(['c1'])
  })
})

describe('the lines of a list', () => {
  it('are what waits and runs, what has no result, then what finished by minute', () => {
    const open = [call(1, { state: 'running' }), call(2, { state: 'unfinished' }), call(3, { state: 'waiting' })]
    const same = '2026-11-01T10:08:59.000Z'
    const finished = [call(9), call(8, { ended_at: same }), call(7, { ended_at: '2026-11-01T10:08:01.000Z' })]
    const words = callLines(open, finished, keyOfCall).map((line) =>
      line.kind === 'call' ? line.call.id : `${line.of} ${line.calls}`,
    )
    expect(words).toEqual(['running 2', 'c3', 'c1', 'unfinished 1', 'c2', 'minute 1', 'c9', 'minute 2', 'c8', 'c7'])
  })

  it('have a call once that finished between the two queries', () => {
    expect(callLines([call(1, { state: 'running' })], [call(1)], keyOfCall)).toHaveLength(2)
  })
})

it.each([
  [{ state: 'failed', error: '\n  exit 1 \nmore' }, 'exit 1'],
  [{ state: 'failed' }, 'Failed'],
  [{ outcome: { added: 22, removed: 9 } }, '+22 −9'],
  [{ outcome: { lines: 118 } }, '118 lines'],
  [{ outcome: { lines: 0 } }, 'No output'],
  [{ outcome: { files: 1 } }, '1 file'],
  [{ state: 'running' }, 'Running'],
  [{}, ''],
] as const)('the outcome of %j is "%s"', (more, words) => {
  expect(outcomeWords(call(1, more))).toBe(words)
})

it('durations have tenths of a second below a minute and seconds below an hour', () => {
  expect([14, 31_240, 124_000, 60_000, 4_000_000].map(exactDuration)).toEqual([
    '14 ms',
    '31.2 s',
    '2 min 4 s',
    '1 min',
    '1 h 6 min',
  ])
})
