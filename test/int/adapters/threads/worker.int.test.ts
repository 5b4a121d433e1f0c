import { afterEach, describe, expect, it } from 'vitest'
import { Thread, type ThreadParts } from '../../../../src/adapters/threads/worker.js'
import { until } from '../../../support/agents/until.js'
import type { EchoProtocol } from '../../../support/threads/echo.js'
import { bundled } from '../../../support/build/bundled.js'

const PROGRAM = await bundled(new URL('../../../support/threads/echo-worker.ts', import.meta.url))
const FAST = { first: 1, longest: 4, steady: 60_000 }

const opened: Thread<EchoProtocol>[] = []
afterEach(async () => {
  for (const thread of opened.splice(0)) await thread.close()
})

const open = (parts: Partial<ThreadParts<EchoProtocol>> = {}) => {
  const [complaints, reports]: [string[], string[]] = [[], []]
  let starts = 0
  const thread = new Thread<EchoProtocol>({
    name: 'the echo',
    program: PROGRAM,
    memory: {},
    data: () => ++starts,
    whenCrashed: 'fail',
    complain: (line) => complaints.push(line),
    onReport: (line) => reports.push(line),
    pauses: FAST,
    ...parts,
  })
  opened.push(thread)
  return { thread, complaints, reports, starts: () => starts }
}

describe('a worker thread', () => {
  it('starts with the first request and answers each', async () => {
    const { thread, starts, reports } = open()
    expect(starts()).toBe(0)
    expect(await Promise.all([thread.ask('echo', 'a'), thread.ask('later', 'b')])).toEqual(['a', 'b'])
    expect(starts()).toBe(1)
    expect(reports).toEqual(['started with 1'])
  })

  it('reports the error of a request to its caller', async () => {
    const { thread } = open()
    await expect(thread.ask('echo', 'fail')).rejects.toThrow('no echo')
    expect(await thread.ask('echo', 'a')).toBe('a')
  })

  it('receives messages and sends reports', async () => {
    const { thread, reports } = open()
    await thread.ask('echo', 'a')
    thread.tell('news')
    await until('the report', () => reports.includes('heard news'))
  })

  it('produces few items of a stream in advance', async () => {
    const { thread, reports } = open()
    const stream = thread.stream('count', [0, 100])
    expect(await stream.next()).toEqual({ done: false, value: 0 })
    await thread.ask('echo', 'a')
    expect(reports.filter((line) => line.startsWith('made'))).toHaveLength(3)
    const rest: number[] = []
    for await (const n of stream) rest.push(n)
    expect(rest).toEqual(Array.from({ length: 99 }, (_, n) => n + 1))
  })

  it('yields nothing for an empty stream, and stops an abandoned stream', async () => {
    const { thread } = open()
    for await (const n of thread.stream('count', [0, 0])) expect.unreachable(String(n))
    for await (const n of thread.stream('count', [0, 100])) if (n === 1) break
    expect(await thread.ask('echo', 'a')).toBe('a')
  })
})

describe('a worker thread that crashes', () => {
  it('is restarted, with one log message for the outage', async () => {
    const { thread, complaints, starts } = open()
    for (let crash = 1; crash <= 3; crash++) {
      await until('the start', () => thread.ask('echo', 'a').catch(() => undefined))
      await expect(thread.ask('echo', 'crash')).rejects.toThrow('the echo stopped')
    }
    await until('the last start', () => thread.ask('echo', 'a').catch(() => undefined))
    expect(starts()).toBe(4)
    expect(complaints).toEqual([expect.stringMatching(/^the echo stopped and is restarted: /)])
  })

  it('logs again when it ran long enough between crashes', async () => {
    const { thread, complaints } = open({ pauses: { ...FAST, steady: 0 } })
    for (let crash = 1; crash <= 2; crash++) {
      await until('the start', () => thread.ask('echo', 'a').catch(() => undefined))
      await expect(thread.ask('echo', 'crash')).rejects.toThrow('the echo stopped')
    }
    expect(complaints).toHaveLength(2)
  })

  it('rejects requests with the configured error until it is restarted', async () => {
    const slow = { ...FAST, first: 3_600_000, longest: 3_600_000 }
    const { thread } = open({ refusal: () => 'refused', pauses: slow })
    const waiting = thread.ask('never')
    await expect(thread.ask('echo', 'crash')).rejects.toBe('refused')
    await expect(waiting).rejects.toBe('refused')
    await expect(thread.ask('echo', 'a')).rejects.toBe('refused')
  })

  it('fails only the request that crashed it when it retries the others', async () => {
    const { thread, complaints } = open({ whenCrashed: 'repeat' })
    const stream = thread.stream('count', [0, 50], ([, to], n) => [n + 1, to])
    const numbers = [(await stream.next()).value]
    const [guilty, innocent] = [thread.ask('echo', 'crash'), thread.ask('echo', 'a')]
    await expect(guilty).rejects.toThrow('the echo stopped')
    expect(await innocent).toBe('a')
    for await (const n of stream) numbers.push(n)
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, n) => n))
    expect(complaints).toEqual([])
  })

  it('fails all requests when no single request crashed it, because retries could crash it forever', async () => {
    const { thread } = open({ whenCrashed: 'repeat' })
    await thread.ask('echo', 'a')
    const waiting = thread.ask('never')
    thread.tell('crash')
    await expect(waiting).rejects.toThrow('the echo stopped')
    expect(await thread.ask('echo', 'a')).toBe('a')
  })

  it('is restarted when its data cannot be read yet', async () => {
    let reads = 0
    const data = async (): Promise<number> => {
      reads += 1
      if (reads < 3) throw new Error('busy')
      return reads
    }
    const { thread, complaints, reports } = open({ data })
    thread.start()
    await until('the start', () => reports.includes('started with 3'))
    expect(complaints).toEqual(['the echo stopped and is restarted: busy'])
  })
})

describe('an unused worker thread', () => {
  it('stops when it is idle and restarts with the next request', async () => {
    const { thread, starts, complaints } = open({ idleMs: 1 })
    for (let asked = 1; asked <= 3; asked++) {
      await until('another start', async () => {
        expect(await thread.ask('echo', 'a')).toBe('a')
        return starts() > asked
      })
    }
    expect(complaints).toEqual([])
  })

  it('fails pending and new requests when it is closed', async () => {
    const { thread, complaints } = open()
    await thread.ask('echo', 'a')
    const waiting = thread.ask('never')
    const closed = thread.close()
    await expect(waiting).rejects.toThrow('the echo stopped')
    await closed
    await expect(thread.ask('echo', 'a')).rejects.toThrow('the echo is closed')
    expect(complaints).toEqual([])
  })
})
