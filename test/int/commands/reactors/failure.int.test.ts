import { Effect, Fiber } from 'effect'
import { Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Serial } from '../../../../src/commands/kernel/serial.js'
import type { Fork } from '../../../../src/commands/ports/machine.js'
import { type DeliveryParts, Deliveries } from '../../../../src/commands/reactors/deliveries.js'
import { RemoteSync, type RemoteParts } from '../../../../src/commands/reactors/remote-sync.js'
import { TranscriptFollower } from '../../../../src/commands/reactors/transcript-follow.js'
import type { Committed } from '../../../../src/events/commit.js'
import { Commits } from '../../../../src/events/commits.js'
import type { Announcers } from '../../../../src/http/live/announcer.js'
import { Live } from '../../../../src/http/live/live.js'
import { realPace } from '../../../../src/http/live/pace.js'
import type { Announcement, Outbox } from '../../../../src/http/live/rooms.js'
import { type ArchivingParts, archivingAfter } from '../../../../src/wiring/archiving.js'

const broken = (): never => {
  throw new Error('the disk is gone')
}
const unreadable = { get: broken, all: broken }
const clock = { now: () => 0, monotonic: () => 0 }
const requested = { events: [{ type: 'webhook-requested' }], touched: [], quiet: false } as unknown as Committed

const uncaught: unknown[] = []
const hear = (error: unknown): void => void uncaught.push(error)
let complaints: string[]
const complain = (line: string): void => void complaints.push(line)
beforeEach(() => {
  complaints = []
  uncaught.length = 0
  process.on('uncaughtException', hear).on('unhandledRejection', hear)
})
afterEach(() => {
  process.off('uncaughtException', hear).off('unhandledRejection', hear)
  expect(uncaught).toEqual([])
})
const complained = (): Promise<void> =>
  vi.waitFor(() => expect(complaints).toEqual([expect.stringContaining('the disk is gone')]))

describe('a failure in the background is logged and stops nothing', () => {
  it('in the archive', async () => {
    const parts = { clock, cursors: { unarchived: broken }, importing: () => false, complain }
    const fiber = Effect.runFork(archivingAfter(Promise.resolve(), parts as unknown as ArchivingParts))
    await complained()
    await Effect.runPromise(Fiber.interrupt(fiber))
  })

  it('in the first sync of a new source', async () => {
    const onError = (error: unknown): void => complain(String(error))
    const fork: Fork = (work) => void Effect.runFork(work as Effect.Effect<unknown>)
    new RemoteSync({ db: unreadable, clock, fork, onError } as unknown as RemoteParts).begin('src_1')
    await complained()
  })

  it('in an announcement, and clients get a resync', async () => {
    const committed = new Subject<Committed>()
    const said: string[] = []
    const out = { send: (type: string) => void said.push(type), readers: [] } as unknown as Outbox
    const socket = { announce: (announcement: Announcement) => announcement(out), forget: () => undefined }
    const { monotonic } = clock
    const shared = { pace: realPace(monotonic), monotonic, ready: () => true, took: () => undefined, complain }
    const live = new Live({ committed, socket, ...shared })
    live.start({ state: { bulk: broken, figures: () => undefined }, events: {} } as unknown as Announcers)
    committed.next({ ...requested, touched: [], quiet: true })
    live.close()
    await complained()
    expect(said).toEqual(['resync'])
  })

  it('in the webhooks', async () => {
    const committed = new Subject<Committed>()
    const onError = (error: unknown): void => complain(String(error))
    const parts = { committer: { committed }, db: unreadable, clock, onError, deliver: broken, serial: new Serial() }
    const { run } = new Deliveries(parts as unknown as DeliveryParts)
    const fiber = Effect.runFork(run as Effect.Effect<never>)
    await complained()
    await Effect.runPromise(Fiber.interrupt(fiber))
  })

  it('in finding a transcript that a hook names', async () => {
    const committed = new Subject<Committed>()
    const follower = new TranscriptFollower({
      committer: { committed },
      transcriptAt: broken,
      onError: (error: unknown) => complain(String(error)),
    } as unknown as ConstructorParameters<typeof TranscriptFollower>[0])
    const hook = { type: 'hook-received', data: { payload: { transcript_path: '/t.jsonl' } } }
    committed.next({ ...requested, events: [hook] } as unknown as Committed)
    await complained()
    await follower.close()
  })

  it('in a subscriber to commits, and other subscribers are notified', async () => {
    const committed = new Commits((error) => complain(String(error)))
    const heard: Committed[] = []
    committed.subscribe(broken)
    committed.subscribe((commit) => heard.push(commit))
    committed.next(requested)
    await complained()
    expect(heard).toEqual([requested])
  })
})
