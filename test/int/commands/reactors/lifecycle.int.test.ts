import { Effect } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LifecycleParts, superviseSessions } from '../../../../src/commands/reactors/lifecycle.js'
import { MINUTE } from '../../../../src/domain/time.js'
import type { New } from '../../../../src/events/envelope.js'
import { callLine } from '../../../support/kernel/call-lines.js'
import { type Kernel, openKernel } from '../../../support/kernel/kernel.js'

const NOW = Date.UTC(2026, 0, 8)
const STALE = 180

let kernel: Kernel
beforeEach(() => {
  kernel = openKernel()
})
afterEach(() => kernel.close())

const hook = (at: number, pid?: number): New => ({
  type: 'hook-received',
  occurredAt: at,
  by: 'local',
  via: 'hook',
  data: {
    kind: 'UserPromptSubmit',
    provider: 'claude',
    payload: { prompt: 'go on', cwd: '/repo' },
    ...(pid ? { pid } : {}),
  },
})
const line = (at: number): New => callLine('toolu_0123456789abcdef', 'Read', at)

/** Runs one pass and returns the events it adds, as `session: event`. Only the processes in `alive` are running. */
const looked = async (parts: Partial<LifecycleParts> = {}, ...alive: number[]): Promise<readonly string[]> => {
  const told: string[] = []
  const listening = kernel.committer.committed.subscribe(({ events }) => {
    for (const { streamName, type, data } of events) {
      const { reason = 'stale' } = data as { readonly reason?: string }
      told.push(`${streamName.replace('session-', '')}: ${type} ${reason}`)
    }
  })
  const pass = superviseSessions({
    committer: kernel.committer,
    db: kernel.projector.db,
    clock: { now: () => NOW, monotonic: () => 0 },
    processes: {
      isAlive: (pid) => alive.includes(pid),
      startedAt: () => null,
      agentDirectories: () => ({ claude: new Set<string>(), codex: new Set<string>() }),
    },
    staleMinutes: STALE,
    liveness: true,
    importing: () => false,
    isReading: () => false,
    ...parts,
  })
  await Effect.runPromise(pass)
  listening.unsubscribe()
  return told
}

describe('a session without a reported end', () => {
  it('ends when its process has exited, and not before', async () => {
    await kernel.append('s', [hook(NOW - MINUTE, 7)])
    expect(await looked({}, 7)).toEqual([])
    expect(await looked()).toEqual(['s: session-end-inferred process-gone'])
    expect(await looked()).toEqual([])
  })

  it('stays active if a hook arrives between the check and the write', async () => {
    await kernel.append('s', [hook(NOW - MINUTE, 7)])
    const processes = {
      isAlive: () => {
        void kernel.append('s', [hook(NOW, 8)])
        return false
      },
      startedAt: () => null,
      agentDirectories: () => ({ claude: new Set<string>(), codex: new Set<string>() }),
    }
    expect(await looked({ processes })).toEqual(['s: hook-received stale'])
  })

  it('without a known process ends after a quiet period if no process runs in its directory', async () => {
    await kernel.append('s', [hook(NOW - MINUTE)])
    expect(await looked()).toEqual([])
    await kernel.append('t', [hook(NOW - 3 * MINUTE)])
    expect(await looked()).toEqual(['t: session-end-inferred no-process'])
  })

  it('without a known process ends even if another CLI runs in its directory', async () => {
    await kernel.append('s', [hook(NOW - 3 * MINUTE)])
    const processesIn = (claude: string[], codex: string[]) => ({
      isAlive: () => false,
      startedAt: () => null,
      agentDirectories: () => ({ claude: new Set(claude), codex: new Set(codex) }),
    })
    expect(await looked({ processes: processesIn(['/repo'], []) })).toEqual([])
    expect(await looked({ processes: processesIn([], ['/repo']) })).toEqual(['s: session-end-inferred no-process'])
  })

  it('is abandoned after a timeout if processes cannot be checked', async () => {
    await kernel.append('s', [hook(NOW - (STALE - 1) * MINUTE)])
    await kernel.append('t', [hook(NOW - STALE * MINUTE)])
    expect(await looked({ liveness: false })).toEqual(['t: session-abandoned stale'])
  })

  it('is not ended during an import if it was read from a transcript', async () => {
    await kernel.append('read', [line(NOW - 3 * STALE * MINUTE)])
    await kernel.append('told', [hook(NOW - STALE * MINUTE)])
    const importing = () => true
    expect(await looked({ importing })).toEqual(['told: session-end-inferred no-process'])
    expect(await looked({ importing, liveness: false })).toEqual([])
    expect(await looked({ liveness: false })).toEqual(['read: session-abandoned stale'])
  })
})

describe('a session of another machine', () => {
  const away = (at: number): New => ({ ...line(at), source: 'src_1' })
  const STALE_SINCE = NOW - STALE * MINUTE
  const statuses = () =>
    kernel.connection.prepare('select id, status, ended_at, source from p_session order by id').all() as {
      id: string
      status: string
      ended_at: number | null
    }[]

  it('is abandoned after a timeout without new lines, as of its last line, and never for a missing process', async () => {
    await kernel.append('fresh', [away(STALE_SINCE + 1)])
    await kernel.append('stale', [away(STALE_SINCE - MINUTE)])
    expect(await looked()).toEqual(['stale: session-abandoned stale'])
    expect(statuses()).toEqual([
      { id: 'fresh', status: 'active', ended_at: null, source: 'src_1' },
      { id: 'stale', status: 'abandoned', ended_at: STALE_SINCE - MINUTE, source: 'src_1' },
    ])
    expect(await looked()).toEqual([])
  })

  it('is active again after a later line', async () => {
    await kernel.append('s', [away(STALE_SINCE)])
    await looked()
    await kernel.append('s', [away(STALE_SINCE + MINUTE)])
    expect(statuses()[0]?.status).toBe('active')
  })

  it('stays active if a line arrives between the check and the write', async () => {
    await kernel.append('s', [away(STALE_SINCE)])
    const isReading = (): boolean => {
      void kernel.append('s', [away(STALE_SINCE + MINUTE)])
      return false
    }
    await looked({ isReading })
    expect(statuses()[0]?.status).toBe('active')
    expect(kernel.connection.prepare("select 1 from log where type = 'session-abandoned'").all()).toEqual([])
  })

  it('is not abandoned while its source is being read', async () => {
    await kernel.append('s', [away(STALE_SINCE)])
    expect(await looked({ isReading: (source) => source === 'src_1' })).toEqual([])
  })

  it('is announced when it is the only one, but not among many', async () => {
    const quiet: boolean[] = []
    const listening = kernel.committer.committed.subscribe((commit) => quiet.push(commit.quiet))
    await kernel.append('one', [away(STALE_SINCE)])
    await looked()
    for (let i = 0; i < 50; i++) await kernel.append(`s${i}`, [away(STALE_SINCE - i)], true)
    const told = quiet.length
    expect(await looked()).toHaveLength(50)
    listening.unsubscribe()
    expect(quiet.slice(0, 2)).toEqual([false, false])
    expect(new Set(quiet.slice(told))).toEqual(new Set([true]))
  })
})
