import { Subject } from 'rxjs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sessionEvidence } from '../../../../src/commands/ingest/session-evidence.js'
import type { Committed } from '../../../../src/events/commit.js'
import type { New } from '../../../../src/events/envelope.js'
import { SERVICE_STREAM, sourceStream, type StreamName, userStream } from '../../../../src/events/streams.js'
import { type Kernel, openKernel } from '../../../support/kernel/kernel.js'

const BY = { occurredAt: 1, via: 'http' } as const
const SETTINGS = {
  label: 'Build machine',
  host: 'me@build',
  sshPort: 22,
  identityFile: null,
  remoteHome: '~/.claude',
  remoteCodexHome: '~/.codex',
  enabled: true,
}
const AT_SOURCE = { pane: null, transcript: null, cwd: null, source: 'src_1' } as const

let kernel: Kernel
const append = (stream: StreamName, event: New) =>
  kernel.committer.submit((tx) => void tx.append(stream as StreamName<never>, event as New<never>))
beforeEach(async () => {
  kernel = openKernel()
  for (const [user, username] of [
    [1, 'ada'],
    [2, 'bob'],
  ] as const) {
    const data = { user, username, role: 'admin', password: 'r' } as const
    await append(userStream(String(user)), { type: 'user-created', data, by: 'host', ...BY })
  }
  await append(SERVICE_STREAM, { type: 'server-mode-entered', data: { owner: 1 }, by: 'host', ...BY })
  await append(sourceStream('src_1'), {
    type: 'source-set',
    data: { source: 'src_1', ...SETTINGS },
    by: 'user:2',
    ...BY,
  })
})
afterEach(() => kernel.close())

const judged = (session: string, at: Parameters<ReturnType<typeof sessionEvidence>['judge']>[2]) => {
  const evidence = sessionEvidence({
    mode: 'server',
    usersRoot: '/users',
    homes: '/users',
    db: kernel.projector.db,
    committed: new Subject<Committed>(),
  })
  return kernel.committer.submit((tx) => {
    const determine = evidence.judge(tx, session, at)
    determine?.({ by: 'local', via: 'transcript' }, 1)
    return determine === null
  })
}
const known = (session: string) =>
  kernel.projector.db.get(
    `select owner, evidence from p_ownership join p_session_evidence using (stream)
       join stream on stream.id = stream where name = ?`,
    `session-${session}`,
  )

it('a session of a remote source is its owner’s, unless something stronger shows another one', async () => {
  expect(await judged('remote', AT_SOURCE)).toBe(false)
  expect(known('remote')).toEqual({ owner: 'user:2', evidence: 'source' })
  // Weaker or equal evidence decides nothing any more, and a home of somebody else refuses.
  expect(await judged('remote', { pane: null, transcript: null, cwd: '/users/ada/shop' })).toBe(false)
  expect(await judged('remote', { pane: null, transcript: '/users/ada/.claude/projects/a/b.jsonl', cwd: null })).toBe(
    true,
  )
  expect(known('remote')).toEqual({ owner: 'user:2', evidence: 'source' })
})

it('an unknown source shows nothing', async () => {
  await judged('other', { ...AT_SOURCE, source: 'src_2' })
  expect(known('other')).toBeUndefined()
})
