import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localPrincipal, visibilityWithin } from '../../../../src/domain/access/visibility.js'
import { sessionStream } from '../../../../src/events/streams.js'
import { countEvents, listEvents } from '../../../../src/projections/queries/events.js'
import { dump, type Kernel, openKernel } from '../../../support/kernel/kernel.js'
import { erase } from '../../../support/kernel/erasing.js'
import { momentLines } from '../../../support/kernel/moment-lines.js'

const everything = visibilityWithin(localPrincipal, 'all')
const scope = { sources: [], providers: [] }
const KINDS = ['TurnDuration', 'APIError', 'Interrupted', 'Compaction']
const momentsOf = (session: string): string[] => KINDS.map((kind) => `${session} ${kind}`)

let kernel: Kernel
beforeEach(async () => {
  kernel = openKernel()
  await meet('parent')
  await meet('fork')
})
afterEach(() => kernel.close())

/** Appends a hook, so that the session exists before its transcript lines. */
const meet = (session: string): Promise<void> =>
  kernel.append(session, [
    {
      type: 'hook-received',
      data: { kind: 'SessionStart', provider: 'claude', payload: { session_id: session } },
      occurredAt: 0,
      by: 'local',
      via: 'hook',
    },
  ])
const tell = (session: string): Promise<void> => kernel.append(session, momentLines(session))

/** Returns `session kind` of the listed events except hooks, oldest first. */
const listed = (): string[] => {
  const query = { ...scope, limit: 100, offset: 0, event_type: KINDS, tool_name: [], agent_id: [], session_id: [] }
  const { events } = listEvents(kernel.projector.db, everything, { ...query, from: undefined, to: undefined })
  return events.map(({ session_id, event_type }) => `${session_id} ${event_type}`).toReversed()
}
/** Returns each session with its agent count and the ids of its compaction agents. */
const compactions = (): unknown[] =>
  kernel.projector.db.all(
    `select s.id, s.agent_count as agents, (select group_concat(a.id) from p_agent a where a.stream = s.stream) as compactions
     from p_session s order by s.stream`,
  )
const inParent = [
  { id: 'parent', agents: 2, compactions: 'parent-compact-line-of-the-parent-3' },
  { id: 'fork', agents: 1, compactions: null },
]
const expectAsRebuilt = async (): Promise<void> => {
  const live = dump(kernel.connection)
  await kernel.projector.rebuild(() => undefined)
  expect(dump(kernel.connection)).toEqual(live)
}

describe('a turn, error, interrupt and compaction repeated by a fork', () => {
  it.each([
    ['the parent is read first', ['parent', 'fork']],
    ['the fork is read first', ['fork', 'parent']],
  ])('are listed and counted in the parent when %s', async (_order, order) => {
    for (const session of order) await tell(session)
    expect(listed()).toEqual(momentsOf('parent'))
    expect(countEvents(kernel.projector.db, everything, scope)).toBe(2 + KINDS.length)
    expect(compactions()).toEqual(inParent)
    await expectAsRebuilt()
  })

  it('are listed and counted in the parent when both are read in one batch', async () => {
    await kernel.tell(
      ['fork', 'parent'].flatMap((session) => momentLines(session).map((event) => ({ session, event }))),
      true,
    )
    expect(listed()).toEqual(momentsOf('parent'))
    expect(compactions()).toEqual(inParent)
    await expectAsRebuilt()
  })

  it("are listed next to the fork's own events", async () => {
    await tell('parent')
    await kernel.append('fork', [...momentLines('fork'), ...momentLines('fork', 11, 'line-of-the-fork-itself')])
    expect(listed()).toEqual([...momentsOf('parent'), ...momentsOf('fork')])
    expect(compactions()).toMatchObject([inParent[0], { compactions: 'fork-compact-line-of-the-fork-itself-3' }])
  })

  it('belong to the fork until the parent is read', async () => {
    await tell('fork')
    expect(listed()).toEqual(momentsOf('fork'))
    expect(compactions()).toMatchObject([
      { agents: 1, compactions: null },
      { agents: 2, compactions: 'fork-compact-line-of-the-parent-3' },
    ])
  })

  it('move to the fork when the parent is deleted, and are deleted with the fork', async () => {
    await tell('parent')
    await tell('fork')
    await erase(kernel, ['parent'])
    expect(listed()).toEqual(momentsOf('fork'))
    expect(compactions()).toEqual([{ id: 'fork', agents: 2, compactions: 'fork-compact-line-of-the-parent-3' }])
    await expectAsRebuilt()
    await erase(kernel, ['fork'])
    expect([listed(), compactions()]).toEqual([[], []])
  })

  it('stay in the parent when the fork is deleted', async () => {
    await tell('fork')
    await tell('parent')
    await erase(kernel, ['fork'])
    expect(listed()).toEqual(momentsOf('parent'))
    expect(compactions()).toEqual([inParent[0]])
    await expectAsRebuilt()
  })

  it('are published once, without the copies', async () => {
    const announced: number[] = []
    const told = kernel.committer.committed.subscribe(({ touched }) =>
      announced.push(...touched.flatMap((rows) => [...rows.of('event').keys()])),
    )
    await tell('parent')
    await tell('fork')
    told.unsubscribe()
    expect(announced).toHaveLength(KINDS.length)
  })

  it('are listed in both sessions when the lines have no uuid to match', async () => {
    for (const session of ['parent', 'fork']) await kernel.append(session, momentLines(session, 1, null))
    expect(listed().toSorted()).toEqual([...momentsOf('fork'), ...momentsOf('parent')].toSorted())
  })
})

describe('a compaction repeated by a fork', () => {
  it('keeps the name set in the fork after the parent is deleted', async () => {
    await tell('fork')
    const agent = 'fork-compact-line-of-the-parent-3'
    await kernel.committer.submit((tx) => {
      tx.append(sessionStream('fork'), {
        type: 'agent-updated',
        data: { agent, name: 'Tidied up' },
        occurredAt: 20,
        by: 'local',
        via: 'http',
      })
    })
    await tell('parent')
    await expectAsRebuilt()
    await erase(kernel, ['parent'])
    expect(kernel.projector.db.all('select id, name from p_agent')).toEqual([{ id: agent, name: 'Tidied up' }])
    await expectAsRebuilt()
  })
})
