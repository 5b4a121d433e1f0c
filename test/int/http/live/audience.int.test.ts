import { SocketRights } from '../../../../src/http/live/rights.js'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Visibility } from '../../../../src/domain/access/visibility.js'
import { reject } from '../../../../src/domain/rejection.js'
import type { Admit } from '../../../../src/http/access/admit.js'
import { type Audience, everyone } from '../../../../src/http/live/audience.js'
import type { Outbox } from '../../../../src/http/live/rooms.js'
import { LiveSocket } from '../../../../src/http/live/socket.js'
import { upgradeHandler } from '../../../../src/http/live/upgrade.js'
import { until } from '../../../support/agents/until.js'
import { type Listener, listenTo } from '../../../support/service/listener.js'

let now = 1_763_600_000_000
let live: LiveSocket
let server: Server
const listeners: Listener[] = []

/** The visibility of a user. In this test, `?as=` names the user. */
const sightOf = (user: string): Visibility => ({ scope: 'owners', owners: [user] }) as unknown as Visibility
const admit: Admit = (_permission, { query }) => {
  const user = query('as')
  if (user === undefined) return reject('EUNAUTHORIZED', 'who are you?')
  const own = sightOf(user)
  return { principal: { id: user } as never, author: { by: `user:${user}`, via: 'http' }, reads: own, writes: own, own }
}

beforeEach(async () => {
  live = new LiveSocket({ now: () => now, monotonic: () => 0 })
  const upgrade = upgradeHandler(
    new Map([
      ['/ws', { permission: 'history:read', accept: live.accept, rights: new SocketRights(() => undefined, 32) }],
    ]),
    {
      allowedHosts: [],
      admit,
    },
  )
  server = createServer().on('upgrade', upgrade)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  await Promise.all(listeners.splice(0).map(({ close }) => close()))
  live.close()
  server.close()
})

const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const listenAs = async (user: string, since?: number): Promise<Listener> => {
  const listener = await listenTo(url(), `?as=${user}${since === undefined ? '' : `&since=${since}`}`)
  listeners.push(listener)
  return listener
}
const sees =
  (user: string): Audience =>
  ({ visibility }) =>
    JSON.stringify(visibility) === JSON.stringify(sightOf(user))
const acknowledged = (out: Outbox, user: string): void => out.send('alert_updated', { acked_all: true }, sees(user))
const typesOf = ({ messages }: Listener): string[] => messages.map(({ type }) => type)
/** Sends a last message to everyone: a listener that has it has all earlier messages. */
const end = async (...all: readonly Listener[]): Promise<void> => {
  live.announce(({ send }) => send('resync', { reason: 'bulk_change' }, everyone))
  await until('the end', () => all.every((listener) => listener.of('resync').length > 0))
}

describe('a message for one user', () => {
  it('reaches all connections of this user, and no other user', async () => {
    const [ann, annAgain, bob] = [await listenAs('ann'), await listenAs('ann'), await listenAs('bob')]
    live.announce((out) => acknowledged(out, 'ann'))
    await end(ann, annAgain, bob)
    expect(typesOf(ann)).toEqual(['hello', 'alert_updated', 'resync'])
    expect(typesOf(annAgain)).toEqual(['hello', 'alert_updated', 'resync'])
    expect(typesOf(bob)).toEqual(['hello', 'resync'])
  })

  it('is replayed to this user only', async () => {
    const [ann, bob] = [await listenAs('ann'), await listenAs('bob')]
    const since = { ann: ann.seq(), bob: bob.seq() }
    await ann.close()
    await bob.close()
    live.announce((out) => acknowledged(out, 'ann'))
    const [annBack, bobBack] = [await listenAs('ann', since.ann), await listenAs('bob', since.bob)]
    await end(annBack, bobBack)
    expect(typesOf(annBack)).toEqual(['hello', 'alert_updated', 'resync'])
    expect(typesOf(bobBack)).toEqual(['hello', 'resync'])
    expect([annBack, bobBack].map((listener) => listener.of('hello')[0]?.data.resumed)).toEqual([true, true])
  })

  it('leaves no gap in the sequence numbers of another user', async () => {
    const [ann, bob] = [await listenAs('ann'), await listenAs('bob')]
    const start = bob.seq()
    for (let n = 0; n < 5; n += 1) live.announce((out) => acknowledged(out, 'ann'))
    await end(ann, bob)
    expect(bob.seq()).toBe(start + 1)
  })
})

describe('rows', () => {
  it('are read with the visibility of the receiving user', async () => {
    const [ann, bob] = [await listenAs('ann'), await listenAs('bob')]
    live.announce(({ readers }) => {
      for (const reader of readers) if (sees('ann')(reader)) reader.send('alert_updated', { acked_all: true })
    })
    await end(ann, bob)
    expect([typesOf(ann).includes('alert_updated'), typesOf(bob).includes('alert_updated')]).toEqual([true, false])
  })
})

describe('an announcement without a recipient', () => {
  const KEPT_MS = 120_000

  it('is not built, and a client that reconnects must re-read', async () => {
    let built = 0
    const announce = (): void => live.announce(() => void (built += 1))
    announce()
    const first = await listenAs('ann')
    const since = first.seq()
    await first.close()
    await until('the end of the connection', () => live.connections === 0)
    announce()
    now += KEPT_MS
    announce()
    expect(built).toBe(1)
    // Nothing was sent, but the client missed an announcement.
    const back = await listenAs('ann', since)
    await until('the resync', () => back.of('resync').length === 1)
    expect(back.of('hello')[0]?.data.resumed).toBe(false)
  })

  it('includes one for a user who left long ago, even while others listen', async () => {
    const [ann, bob] = [await listenAs('ann'), await listenAs('bob')]
    const since = ann.seq()
    await ann.close()
    await until('the end of the connection', () => live.connections === 1)
    now += KEPT_MS
    await end(bob)
    const back = await listenAs('ann', since)
    await until('the resync', () => back.of('resync').length === 1)
    expect(back.of('resync')[0]?.data.reason).toBe('too_old')
  })
})

describe('an upgrade request', () => {
  const answerTo = async (path: string): Promise<string> => {
    const sent = request(new URL(path, url()), {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'a'.repeat(22) + '==',
      },
    }).end()
    const [response] = (await once(sent, 'response')) as [AsyncIterable<Buffer> & { statusCode: number }]
    let body = ''
    for await (const chunk of response) body += chunk.toString()
    return `${response.statusCode} ${body}`
  }

  it('for an unknown path is rejected with the paths that exist', async () => {
    expect(await answerTo('/ws/terminal?as=ann')).toBe(
      '404 {"error":{"code":"ENOTFOUND","message":"not found: the WebSocket is at /ws"}}',
    )
  })

  it('is rejected by the guard of its path', async () => {
    expect(await answerTo('/ws')).toBe('401 {"error":{"code":"EUNAUTHORIZED","message":"who are you?"}}')
  })
})
