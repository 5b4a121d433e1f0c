import { Effect } from 'effect'
import { describe, expect, it } from 'vitest'
import { admission } from '../../../../src/http/access/admit.js'
import { createApp } from '../../../../src/http/app.js'
import type { Handlers } from '../../../../src/http/handler.js'
import type { RowFinders } from '../../../../src/http/rows.js'

const accepted = (): Response => new Response(null, { status: 204 })

const app = createApp(
  { 'POST /api/hooks': accepted, 'POST /api/statusline': accepted } as Partial<Handlers> as Handlers,
  {
    allowedHosts: [],
    admit: admission({ allowedHosts: [], token: null }),
    assets: { serve: () => Promise.resolve(null) },
    ready: () => true,
    rows: {} as RowFinders,
    checkAnswers: false,
    monotonic: () => 0,
    run: (effect) => Effect.runPromiseExit(effect as never),
    onDefect: () => undefined,
    onServed: () => undefined,
  },
)

const postFrom = (remoteAddress: string | undefined, path: string) =>
  app.request(
    path,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"session_id":"s"}' },
    {
      incoming: { socket: { remoteAddress } },
    },
  )

describe.each(['/api/hooks', '/api/statusline'])('%s of a service that is reachable from other machines', (path) => {
  it.each(['192.168.1.5', '10.0.0.1', 'fe80::1', '::ffff:10.0.0.1', '0.0.0.0', undefined])(
    'rejects a connection from %s',
    async (address) => {
      const answer = await postFrom(address, path)
      expect([answer.status, await answer.json()]).toEqual([
        403,
        { error: { code: 'ELOCALONLY', message: 'hooks are accepted from this machine only' } },
      ])
    },
  )

  it.each(['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1'])('accepts a connection from %s', async (address) => {
    expect((await postFrom(address, path)).status).toBe(204)
  })
})
