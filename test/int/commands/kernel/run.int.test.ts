import { afterEach, beforeEach, expect, it } from 'vitest'
import { commandRunner } from '../../../../src/commands/kernel/run.js'
import { agentCommands } from '../../../../src/commands/session/agent.js'
import { sessionCommands } from '../../../../src/commands/session/session.js'
import { systemVisibility, visibilityOfOwner } from '../../../../src/domain/access/system-visibility.js'
import { USER } from '../../../support/kernel/authors.js'
import { type Kernel, openKernel } from '../../../support/kernel/kernel.js'
import { outcomeOf } from '../../../support/kernel/outcome.js'

const NOON = Date.parse('2026-11-20T12:00:00Z')
let kernel: Kernel
let sessions: ReturnType<typeof sessionCommands>
let agents: ReturnType<typeof agentCommands>
beforeEach(() => {
  kernel = openKernel()
  const clock = { now: () => NOON, monotonic: () => 0 }
  const runner = commandRunner({ committer: kernel.committer, clock, db: kernel.projector.db })
  sessions = sessionCommands(runner)
  agents = agentCommands(runner)
})
afterEach(() => kernel.close())

const events = () => kernel.connection.prepare('select type from log').pluck().all()

it('a command sees the events of the same transaction: only the first of two equal ones creates', async () => {
  const both = await Promise.all([
    outcomeOf(sessions.create({ id: 's', name: 'A' }, USER)),
    outcomeOf(agents.create({ session_id: 's', id: 'a', name: 'Reviewer' }, USER, systemVisibility)),
    outcomeOf(sessions.create({ id: 's', name: 'B' }, USER)),
    outcomeOf(agents.create({ session_id: 's', id: 'a', name: 'Reviewer' }, USER, systemVisibility)),
  ])
  expect(both).toEqual([{ created: true }, { created: true }, { created: false }, { created: false }])
})

it('a rejected command appends nothing, and the others of its batch are stored', async () => {
  const [rejected] = await Promise.all([
    outcomeOf(agents.create({ session_id: 'unknown', id: 'a', name: 'Reviewer' }, USER, systemVisibility)),
    outcomeOf(sessions.create({ id: 's' }, USER)),
  ])
  expect(rejected).toMatchObject({ code: 'NOT_FOUND' })
  expect(events()).toEqual(['session-created'])
})

it('an agent is not added to a session that the user does not see', async () => {
  await outcomeOf(sessions.create({ id: 's' }, USER))
  const agent = { session_id: 's', id: 'a', name: 'Reviewer' }
  expect(await outcomeOf(agents.create(agent, USER, visibilityOfOwner('user:ada')))).toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await outcomeOf(agents.create(agent, USER, visibilityOfOwner('local')))).toEqual({ created: true })
})
