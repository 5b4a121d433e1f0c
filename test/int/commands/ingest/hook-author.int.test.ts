import { afterEach, beforeEach, expect, it } from 'vitest'
import { ingestHook } from '../../../../src/commands/ingest/hook.js'
import { hookHandlers } from '../../../../src/http/handlers/system/hooks.js'
import type { Services } from '../../../../src/http/services.js'
import { type Kernel, openKernel } from '../../../support/kernel/kernel.js'

let kernel: Kernel
beforeEach(() => {
  kernel = openKernel()
})
afterEach(() => kernel.close())

it('a hook is recorded as caused by the caller who delivered it', async () => {
  const { committer, connection } = kernel
  const clock = { now: () => 1_790_000_000_000, monotonic: () => 0 }
  const ingest = ingestHook({ committer, clock, processes: { isAlive: () => true } })
  const take = hookHandlers({ ingestHook: ingest } as unknown as Services)['POST /api/hooks']
  for (const by of ['local', 'user:ada'] as const) {
    const body = JSON.stringify({ hook_event_name: 'Stop', session_id: by })
    await take({ body } as never, { header: () => undefined, author: { by, via: 'http' } } as never)
  }
  const authors = connection.prepare('select principal, via from log order by position').all()
  expect(authors).toEqual([
    { principal: 'local', via: 'hook' },
    { principal: 'user:ada', via: 'hook' },
  ])
})
