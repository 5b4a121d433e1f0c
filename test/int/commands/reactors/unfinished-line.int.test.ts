import { Subject } from 'rxjs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TranscriptFile } from '../../../../src/commands/ports/transcripts.js'
import { TranscriptFollower } from '../../../../src/commands/reactors/transcript-follow.js'
import type { Committed } from '../../../../src/events/commit.js'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

const fileOf = (size: number): TranscriptFile =>
  ({ path: '/t.jsonl', provider: 'claude', session: 's', agent: null, size, mtimeMs: size, inode: 1 }) as const

it('a file that grows while its last line is being read is read again afterwards, not concurrently', async () => {
  const readings: { final: boolean; size: number; end: () => void }[] = []
  const follower = new TranscriptFollower({
    committer: { committed: new Subject<Committed>(), submit: () => Promise.resolve() },
    cursors: { load: () => ({ size: 0, mtimeMs: 0, inode: 1, cursor: { offset: 5 } }) },
    erased: { isErased: () => false },
    parser: {
      // oxlint-disable-next-line require-yield -- the file is empty
      read: async function* ({ file, final }: { file: TranscriptFile; final: boolean }) {
        await new Promise<void>((end) => readings.push({ final, size: file.size, end }))
      },
    },
    transcriptAt: () => null,
    onError: (error: unknown) => expect(error).toBeUndefined(),
  } as unknown as ConstructorParameters<typeof TranscriptFollower>[0])
  const told = () => readings.map(({ final, size }) => [final, size])

  follower.changed(fileOf(10))
  readings[0]?.end()
  await follower.idle()
  vi.advanceTimersByTime(3000)
  follower.changed(fileOf(20))
  expect(told()).toEqual([
    [false, 10],
    [true, 10],
  ])
  readings[1]?.end()
  await vi.waitFor(() => expect(told().at(-1)).toEqual([false, 20]))
  readings[2]?.end()
  await follower.idle()
  await follower.close()
})
