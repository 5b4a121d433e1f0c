import { networkInterfaces } from 'node:os'
import { createHmac } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { Effect, Fiber } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isForbidden } from '../../../../src/adapters/http-client/forbidden.js'
import { httpOut } from '../../../../src/adapters/http-client/http-out.js'
import { openReceiver, type Receiver, status } from '../../../support/http/receiver.js'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const clock = { now: () => NOON, monotonic: () => 0 }

let receiver: Receiver
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(() => receiver.close())

const posting = (url: string, more: object = {}, timeoutMs = 10_000) =>
  httpOut(clock, timeoutMs).post({ url, reach: 'machine', headers: {}, body: '{"a":1}', secret: null, ...more })
const post = (url = receiver.url, more: object = {}, timeoutMs = 10_000) =>
  Effect.runPromise(posting(url, more, timeoutMs))

describe('a request', () => {
  it('sends the body and headers and returns the response', async () => {
    receiver.answer = (_request, response) => void response.writeHead(201).end('thanks')
    expect(await post(`${receiver.url}/x?y=1`, { headers: { 'x-a': '1' } })).toEqual({ status: 201, body: 'thanks' })
    expect(receiver.received).toMatchObject([
      { method: 'POST', path: '/x?y=1', text: '{"a":1}', headers: { 'x-a': '1', 'content-type': 'application/json' } },
    ])
  })

  it('is signed over its time and body when there is a secret', async () => {
    await post(receiver.url, { secret: 'hush' })
    const at = new Date(NOON).toISOString()
    const signature = createHmac('sha256', 'hush').update(`${at}.{"a":1}`).digest('hex')
    expect(receiver.received[0]?.headers).toMatchObject({
      'x-webhook-timestamp': at,
      'x-webhook-signature': `sha256=${signature}`,
    })
  })

  it('follows no redirect', async () => {
    receiver.answer = status(302, { location: `${receiver.url}/elsewhere` })
    expect(await post()).toEqual({ status: 302, body: '' })
    expect(receiver.received).toHaveLength(1)
  })

  it('reads four kilobytes of an endless response and closes the connection', async () => {
    let closed: () => void = () => undefined
    const hungUp = new Promise<void>((resolve) => {
      closed = resolve
    })
    receiver.answer = (_request, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', pour).on('close', closed).writeHead(200)
      pour()
    }
    expect(await post()).toEqual({ status: 200, body: 'x'.repeat(4096) })
    await hungUp
  })

  it('fails with a timeout when the server never responds', async () => {
    receiver.answer = () => undefined
    expect(await post(receiver.url, {}, 50)).toEqual({ error: 'timeout', retryable: true })
  })

  it('returns the partial body of a response that never ends', async () => {
    receiver.answer = (_request, response) => void response.writeHead(200).write('so')
    expect(await post(receiver.url, {}, 300)).toEqual({ status: 200, body: 'so' })
  })

  it('fails without the URL in the error when the server does not speak HTTP', async () => {
    const raw = createServer(
      (socket) =>
        void socket
          .on('error', () => undefined)
          .resume()
          .end('SSH-2.0-x\r\n'),
    ).listen(0, '127.0.0.1')
    await new Promise((resolve) => raw.once('listening', resolve))
    const { port } = raw.address() as AddressInfo
    expect(await post(`http://127.0.0.1:${port}/secret-token`)).toMatchObject({ retryable: true })
    expect(JSON.stringify(await post(`http://127.0.0.1:${port}/secret-token`))).not.toContain('secret-token')
    await new Promise((resolve) => raw.close(resolve))
  })

  it('reports a refused connection or an unknown host without the address', async () => {
    const { url } = receiver
    await receiver.close()
    expect(await post(url)).toEqual({ error: 'the connection was refused', retryable: true })
    expect(await post('http://nobody.invalid/secret-token')).toEqual({
      error: 'host not found',
      retryable: true,
    })
    receiver = await openReceiver()
  })

  it('closes its connection when it is interrupted', async () => {
    const fiber = Effect.runFork(posting(receiver.url))
    const closed = new Promise<void>((resolve) => {
      receiver.answer = (request) => {
        request.on('close', resolve)
        Effect.runFork(Fiber.interrupt(fiber))
      }
    })
    await closed
    expect(await Effect.runPromise(Fiber.await(fiber))).toMatchObject({ _tag: 'Failure' })
  })

  it.each(['file:///etc/passwd', 'gopher://x/', 'nothing'])('rejects the URL %s', async (url) => {
    expect(await post(url)).toEqual({ error: 'invalid URL', retryable: false })
  })
})

describe('the address filter', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://0.0.0.0/',
    'http://224.0.0.1/',
  ])('rejects %s', async (url) => {
    expect(await post(url)).toEqual({ error: 'requests to this address are not allowed', retryable: false })
  })

  it.each(['127.0.0.1', '[::1]', '10.0.0.5', '192.168.1.2', '93.184.216.34', 'example.com'])('allows %s', (host) => {
    expect(isForbidden(host, 'machine')).toBe(false)
  })

  it.each(['127.0.0.1', '127.8.9.1', '[::1]', '::ffff:127.0.0.1', '[::ffff:7f00:1]'])(
    'allows %s to those who may reach this machine only',
    (host) => {
      expect([isForbidden(host, 'network'), isForbidden(host, 'internet')]).toEqual([true, true])
    },
  )

  it('knows this machine by the addresses of its interfaces too', () => {
    const own = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
    expect(own.length).toBeGreaterThan(0)
    expect(own.map(({ address }) => isForbidden(address, 'network'))).toEqual(own.map(() => true))
  })

  it.each(['10.250.0.5', '172.31.255.1', '192.168.250.2', '100.64.9.9', '[fd12::1]', '::ffff:10.250.0.5'])(
    'takes %s for the local network',
    (host) => {
      expect([isForbidden(host, 'network'), isForbidden(host, 'internet')]).toEqual([false, true])
    },
  )

  it.each([
    'http://localhost:1/',
    'http://127.0.0.1:1/',
    'http://[::1]:1/',
    'http://2130706433:1/',
    'http://0x7f.1:1/',
  ])('sends nothing to %s within the network', async (url) => {
    const answered = { error: 'requests to this address are not allowed', retryable: false }
    expect(await post(url, { reach: 'network' })).toEqual(answered)
  })
})
