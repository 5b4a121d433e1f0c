import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentKey } from '../../../../src/events/digest.js'
import type { New } from '../../../../src/events/envelope.js'
import { sessionStream } from '../../../../src/events/streams.js'
import { dump, type Kernel, openInMemory, openKernel } from '../../../support/kernel/kernel.js'
import { erase, recordOf } from '../../../support/kernel/erasing.js'
import { arriving, family, forkOf } from '../../../support/kernel/fork.js'
import { interleaved, toldSession } from '../../../support/kernel/session-script.js'

const choices = fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 5, maxLength: 60 })
const expectAsRebuilt = async (kernel: Kernel): Promise<void> => {
  const live = dump(kernel.connection)
  await kernel.projector.rebuild(() => undefined)
  expect(dump(kernel.connection)).toEqual(live)
}

describe('erasure invariants for generated sessions and forks', () => {
  const some = fc.subarray(['parent', 'fork', 'late', 'other'], { minLength: 1 })

  it('the tables equal a rebuild from the remaining log byte for byte', async () => {
    const story = fc.tuple(toldSession('parent'), toldSession('other'), choices, choices, some, fc.integer({ max: 9 }))
    await fc.assert(
      fc.asyncProperty(story, async ([parent, other, order, mixing, erased, growth]) => {
        const kernel = openInMemory()
        try {
          const tellings = [
            ['parent', interleaved([parent.hooks, ...parent.transcripts], order)],
            ['fork', interleaved(forkOf(parent, 'fork', Math.max(0, growth)), order)],
            ['other', interleaved([other.hooks, ...other.transcripts], order)],
            ['late', interleaved(forkOf(parent, 'late', 3), order)],
          ] as const
          // The session seen first wins ties, so try any order.
          for (const first of mixing.slice(0, 6)) {
            const [session, events] = tellings[first % tellings.length] ?? tellings[0]
            await kernel.append(session, events, true)
          }
          for (const [session, events] of tellings) await kernel.append(session, events, true)
          await erase(kernel, erased)
          await expectAsRebuilt(kernel)
          await kernel.append('parent', parent.hooks)
          await expectAsRebuilt(kernel)
        } finally {
          await kernel.close()
        }
      }),
      { numRuns: 12 },
    )
  })

  it('the tables equal a rebuild for nested forks with own events, whichever are erased', async () => {
    const relatives = fc.subarray(['parent', 'fork', 'late'], { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(family, choices, relatives, async (told, order, erased) => {
        const kernel = openInMemory()
        try {
          await kernel.tell(arriving(told, order), true)
          await erase(kernel, erased)
          await expectAsRebuilt(kernel)
        } finally {
          await kernel.close()
        }
      }),
      { numRuns: 12 },
    )
  })

  it('erasing all sessions gives the same tables as erasing each of them', async () => {
    await fc.assert(
      fc.asyncProperty(toldSession('parent'), choices, async (parent, order) => {
        const [one, all] = [openInMemory(), openInMemory()]
        try {
          for (const kernel of [one, all]) {
            await kernel.append('parent', interleaved([parent.hooks, ...parent.transcripts], order), true)
            await kernel.append('fork', interleaved(forkOf(parent, 'fork', 1), order), true)
          }
          await erase(one, ['fork', 'parent'])
          await all.committer.submit((tx) => tx.erase('all sessions', () => recordOf('fork parent')))
          expect(dump(all.connection)).toEqual(dump(one.connection))
          await expectAsRebuilt(all)
        } finally {
          await Promise.all([one.close(), all.close()])
        }
      }),
      { numRuns: 10 },
    )
  })
})

describe('an erasure', () => {
  const hook = (n: number): New => ({
    type: 'hook-received',
    data: { kind: 'Stop', provider: 'claude', payload: { session_id: 's' } },
    occurredAt: n,
    by: 'local',
    via: 'hook',
    dedup: contentKey('hook', String(n)),
  })
  const positions = (kernel: Kernel): number[] =>
    (kernel.connection.prepare('select position from log order by position').all() as { position: number }[]).map(
      ({ position }) => position,
    )
  const withKernel = async (work: (kernel: Kernel) => Promise<void>): Promise<void> => {
    const kernel = openKernel()
    try {
      await work(kernel)
    } finally {
      await kernel.close()
    }
  }

  it('is recorded before the rows are deleted, so that no position is reused', () =>
    withKernel(async (kernel) => {
      await kernel.append('s', [hook(1), hook(2)])
      await erase(kernel, ['s'])
      expect(positions(kernel)).toEqual([3])
      await kernel.append('s', [hook(1)])
      expect(positions(kernel)).toEqual([3, 4])
    }))

  it('deletes dedup keys, so that the same hook is accepted again', () =>
    withKernel(async (kernel) => {
      await kernel.append('s', [hook(1), hook(1)])
      expect(positions(kernel)).toEqual([1])
      await erase(kernel, ['s'])
      await kernel.append('s', [hook(1)])
      expect(dump(kernel.connection)['p_event']).toHaveLength(1)
    }))

  it('deletes nothing when it fails', () =>
    withKernel(async (kernel) => {
      await kernel.append('s', [hook(1)])
      const before = dump(kernel.connection)
      const failing = kernel.committer.submit((tx) =>
        tx.erase([sessionStream('s')], () => {
          throw new Error('no record, no erasure')
        }),
      )
      await expect(failing).rejects.toThrow('no record')
      expect(dump(kernel.connection)).toEqual(before)
      await kernel.append('s', [hook(1), hook(2)])
      expect(positions(kernel)).toEqual([1, 2])
    }))

  it('deletes the events that its own batch appended, but no other session', () =>
    withKernel(async (kernel) => {
      await Promise.all([kernel.append('s', [hook(1)]), kernel.append('kept', [hook(1)]), erase(kernel, ['s'])])
      expect(dump(kernel.connection)['p_session']).toMatchObject([{ id: 'kept' }])
      await expectAsRebuilt(kernel)
    }))

  it('is rejected during a rebuild, which would restore rows it already read', () =>
    withKernel(async (kernel) => {
      await kernel.append(
        's',
        Array.from({ length: 1200 }, (_, n) => hook(n)),
        true,
      )
      const rebuilt = kernel.projector.rebuild(() => undefined)
      await expect(erase(kernel, ['s'])).rejects.toMatchObject({ code: 'EREBUILDING' })
      await rebuilt
      await erase(kernel, ['s'])
      expect(dump(kernel.connection)['p_session']).toEqual([])
    }))
})
