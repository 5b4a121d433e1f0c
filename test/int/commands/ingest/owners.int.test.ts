import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mirrorsIn } from '../../../../src/adapters/ssh/mirror.js'
import { sqliteCursors } from '../../../../src/adapters/sqlite/cursors.js'
import { openParser } from '../../../../src/adapters/transcripts/thread/parser.js'
import { ForeignSession } from '../../../../src/commands/ingest/owners.js'
import type { TranscriptParser } from '../../../../src/commands/ports/transcripts.js'
import { sourceStream } from '../../../../src/events/streams.js'
import { dump, type Kernel, openKernel } from '../../../support/kernel/kernel.js'
import { readAll } from '../../../support/kernel/reading.js'
import { replies } from '../../../support/transcripts/replies.js'

const SESSION = '11111111-1111-4111-8111-111111111111'
const REMOTE = 'src_1'

let parser: TranscriptParser
let kernel: Kernel
let folder: string
beforeAll(() => {
  parser = openParser(null, () => undefined)
})
afterAll(() => parser.close())
beforeEach(async () => {
  kernel = openKernel()
  folder = kernel.folder
  await kernel.committer.submit((tx) => {
    const settings = { label: 'R', host: 'r', sshPort: null, identityFile: null, remoteHome: '~', remoteCodexHome: '~' }
    const data = { source: REMOTE, enabled: true, ...settings }
    tx.append(sourceStream(REMOTE), { type: 'source-set', data, occurredAt: 1, by: 'local', via: 'http' })
  })
})
afterEach(() => kernel.close())

const homeOf = (source: string): string =>
  source === 'local' ? join(folder, 'home') : join(mirrorsIn(folder), source, 'claude')
const place = (source: string, agent?: string): string => {
  const project = join(homeOf(source), 'projects', '-repo')
  return agent === undefined
    ? join(project, `${SESSION}.jsonl`)
    : join(project, SESSION, 'subagents', `agent-${agent}.jsonl`)
}
const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const other = (count: number): string => replies(SESSION, count).replaceAll(`"${SESSION}-`, '"other-')

const take = (source: string): Promise<void> => readAll(kernel, parser, { claude: homeOf(source), codex: null }, source)
const session = () =>
  kernel.connection.prepare('select source, status, last_at from p_session where id = ?').get(SESSION)
const told = (): number =>
  (kernel.connection.prepare(`select count(*) as n from log where type = 'reply-recorded'`).get() as { n: number }).n
const files = (): readonly string[] =>
  sqliteCursors(kernel.projector.db)
    .ofSession(SESSION)
    .map(({ path }) => path)

describe.each([
  ['local', REMOTE],
  [REMOTE, 'local'],
])('a session of source %s that a transcript of source %s names', (owner, stranger) => {
  beforeEach(async () => {
    put(place(owner), replies(SESSION, 3))
    await take(owner)
  })

  it('is unchanged: nothing of the other transcript is stored or shown', async () => {
    const before = dump(kernel.connection)
    put(place(stranger), `${JSON.stringify({ type: 'custom-title', customTitle: 'mine now' })}\n${other(100)}`)
    await expect(take(stranger)).rejects.toThrow(ForeignSession)
    expect(dump(kernel.connection)).toEqual(before)
    expect(files()).toEqual([place(owner)])
  })

  it('does not change its owner for a title', async () => {
    put(place(stranger), `${JSON.stringify({ type: 'custom-title', customTitle: 'mine now' })}\n`)
    await expect(take(stranger)).rejects.toThrow(ForeignSession)
  })

  it('gets the new lines of a copy that starts with its known lines', async () => {
    put(place(stranger), replies(SESSION, 5))
    await take(stranger)
    expect([session(), told()]).toEqual([expect.objectContaining({ source: owner }), 5])
    appendFileSync(place(stranger), replies(SESSION, 6).split('\n').slice(5).join('\n'))
    put(place(stranger, 'a1'), other(2))
    await take(stranger)
    expect(told()).toBe(8)
  })
})

describe('a session of a removed source', () => {
  it('gets a new owner: the source that has it now', async () => {
    put(place(REMOTE), replies(SESSION, 3))
    await take(REMOTE)
    await kernel.committer.submit((tx) => {
      const data = { source: REMOTE, kept: true }
      tx.append(sourceStream(REMOTE), { type: 'source-removed', data, occurredAt: 2, by: 'local', via: 'http' })
    })
    put(place('local'), other(2))
    await take('local')
    expect(told()).toBe(5)
  })
})
