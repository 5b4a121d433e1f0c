import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ingestHook } from '../../../../src/commands/ingest/hook.js'
import { hookHandlers } from '../../../../src/http/handlers/system/hooks.js'
import type { Services } from '../../../../src/http/services.js'
import { openParser } from '../../../../src/adapters/transcripts/thread/parser.js'
import { type Kernel, openKernel } from '../../../support/kernel/kernel.js'
import { readAll } from '../../../support/kernel/reading.js'

let kernel: Kernel
beforeEach(() => {
  kernel = openKernel()
})
afterEach(() => kernel.close())

it('a hook is recorded as caused by the caller who delivered it', async () => {
  const { committer, connection } = kernel
  const clock = { now: () => 1_790_000_000_000, monotonic: () => 0 }
  const ingest = ingestHook({ committer, clock, processes: { isAlive: () => true } })
  const take = hookHandlers({ ingestHook: ingest, ownerOfSocket: () => null } as unknown as Services)['POST /api/hooks']
  for (const by of ['local', 'user:ada'] as const) {
    const body = JSON.stringify({ hook_event_name: 'Stop', session_id: by })
    const request = { header: () => undefined, client: () => ({}), author: { by, via: 'http' } }
    await take({ body } as never, request as never)
  }
  const authors = connection.prepare('select principal, via from log order by position').all()
  expect(authors).toEqual([
    { principal: 'local', via: 'hook' },
    { principal: 'user:ada', via: 'hook' },
  ])
})

it('a session of an uploaded transcript belongs to the user who uploaded it', async () => {
  const claude = join(kernel.folder, 'claude')
  const project = join(claude, 'projects', '-w')
  mkdirSync(project, { recursive: true })
  const session = '22222222-2222-4333-8444-555555555571'
  const line = { type: 'user', sessionId: session, cwd: '/w', timestamp: '2026-11-01T10:00:00.000Z', uuid: 'u1' }
  const message = { role: 'user', content: 'hello' }
  writeFileSync(join(project, `${session}.jsonl`), `${JSON.stringify({ ...line, message })}\n`)
  const parser = openParser(null, () => undefined)
  try {
    await readAll(kernel, parser, { claude, codex: null }, 'local', 'user:ada')
  } finally {
    await parser.close()
  }
  expect(kernel.connection.prepare('select owner from p_session').pluck().all()).toEqual(['user:ada'])
})
