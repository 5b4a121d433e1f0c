import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SocketMessage } from '../../../../../src/http/contract/socket.js'
import { until } from '../../../../support/agents/until.js'
import { repositoryAt } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { type Listener, listenTo } from '../../../../support/service/listener.js'
import { newProfile } from '../../../../support/stack/profile.js'
import { newShop, stackOf } from '../../../../support/stack/shop.js'

const MEGABYTE = 1024 * 1024
const OURS = new Set<string>(['lane_hook_output', 'lane_hook_result', 'lane_runtime'])

let app: App
let path: string
let id: number
let stack: ReturnType<typeof stackOf>
const listeners: Listener[] = []
beforeEach(async () => {
  app = await startApp()
  path = repositoryAt(join(app.folder, 'shop'), { 'a.txt': 'a' }).path
  newShop(path)
  const made = await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd: path } })
  id = made.json.lane.id
  stack = stackOf(app, id)
})
afterEach(async () => {
  await stack.down()
  await Promise.all(listeners.splice(0).map(({ close }) => close()))
  expect(app.complaints).toEqual([])
  await app.close()
})

const listen = async (): Promise<Listener> => {
  const listener = await listenTo(app.url)
  listeners.push(listener)
  return listener
}
const ofJob = ({ messages }: Listener, job: string): SocketMessage[] =>
  messages.filter(({ type, data }) => OURS.has(type) && (data as { job?: string }).job === job)

describe('the messages of bringing a stack up', () => {
  it('are its output, the results of its hooks, and its runtime, in this order', async () => {
    const listener = await listen()
    // Both streams are read as they come: each line is written after the one before has arrived.
    const after = (file: string): string => `until [ -e '${join(path, file)}' ]; do sleep 0.01; done`
    newProfile(path, null, {
      boot: `echo one; ${after('one')}; echo two >&2; ${after('two')}; echo three`,
      health: 'echo well',
    })
    const { job } = await stack.job('up')
    for (const [at, name] of ['one', 'two'].entries()) {
      await until(name, () => listener.of('lane_hook_output').length > at)
      writeFileSync(join(path, name), '')
    }
    await until('the end', () => listener.of('lane_runtime').length === 1)
    const messages = ofJob(listener, job)
    const about = { lane_id: id, job }
    expect(messages.map(({ type, data }) => ({ type, data }))).toMatchObject([
      { type: 'lane_hook_output', data: { ...about, hook: 'boot', stream: 'stdout', seq: 1, chunk: 'one\n' } },
      { type: 'lane_hook_output', data: { ...about, hook: 'boot', stream: 'stderr', seq: 2, chunk: 'two\n' } },
      { type: 'lane_hook_output', data: { ...about, hook: 'boot', stream: 'stdout', seq: 3, chunk: 'three\n' } },
      { type: 'lane_hook_result', data: { ...about, hook: 'boot', code: 0, signal: null } },
      { type: 'lane_hook_output', data: { ...about, hook: 'health', seq: 4, chunk: 'well\n' } },
      { type: 'lane_hook_result', data: { ...about, hook: 'health', code: 0 } },
      { type: 'lane_runtime', data: { ...about, runtime: { available: true, slot: 1 } } },
    ])
  })

  it('end with the error when it fails or is interrupted', async () => {
    const listener = await listen()
    newProfile(path, null, { boot: 'exit 3' })
    const { job } = await stack.up()
    await until('the end', () => listener.of('lane_runtime').length === 1)
    expect(listener.of('lane_runtime')[0]?.data).toEqual({
      lane_id: id,
      job,
      error: { code: 'EBOOT', message: 'the hook boot failed with code 3' },
    })
    newProfile(path, null, { boot: 'echo runs; sleep 600' })
    await stack.job('up')
    await until('the output', () => listener.of('lane_hook_output').length === 1)
    await stack.down()
    await until('the end', () => listener.of('lane_runtime').length === 2)
    expect(listener.of('lane_runtime')[1]?.data).toMatchObject({ error: { code: 'EINTERRUPTED' } })
  })
})

describe('a hook that writes 100 MB', () => {
  it('is received complete and in order by those who read, and costs little memory for one who does not', async () => {
    newProfile(path, null, {
      boot: 'true',
      health: 'true',
      seed: `exec ${JSON.stringify(process.execPath)} -e "
const line = (n) => (String(n).padStart(9, '0') + ' ' + 'x'.repeat(89) + '\\n')
let n = 0
const more = () => {
  while (n < 1048576) {
    let text = ''
    for (let i = 0; i < 512; i++) text += line(n++)
    if (!process.stdout.write(text)) return process.stdout.once('drain', more)
  }
}
more()
"`,
    })
    await stack.up()
    const slow = await listen()
    slow.socket.pause()
    const readers = await Promise.all(
      [0, 1].map(async () => {
        const listener = await listen()
        const got = {
          hash: createHash('sha256'),
          bytes: 0,
          seqs: 0,
          inOrder: true,
          result: null as unknown,
          largest: 0,
        }
        listener.socket.removeAllListeners('message')
        listener.socket.on('message', (raw: Buffer) => {
          const { type, data } = JSON.parse(raw.toString()) as SocketMessage
          if (type === 'lane_hook_result') got.result = data
          if (type !== 'lane_hook_output') return
          got.inOrder &&= data.seq === got.seqs + 1
          got.seqs = data.seq
          got.bytes += Buffer.byteLength(data.chunk)
          got.largest = Math.max(got.largest, Buffer.byteLength(data.chunk))
          got.hash.update(data.chunk)
        })
        return got
      }),
    )
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    let peak = before
    const { job } = await stack.job('hook/seed')
    await until('the results', () => {
      peak = Math.max(peak, process.memoryUsage.rss())
      return readers.every(({ result }) => result !== null)
    })
    const expected = createHash('sha256')
    for (let n = 0; n < 1_048_576; n += 1) expected.update(`${String(n).padStart(9, '0')} ${'x'.repeat(89)}\n`)
    const digest = expected.digest('hex')
    for (const got of readers) {
      expect([got.bytes, got.inOrder, got.largest <= 16 * 1024]).toEqual([100 * 1_048_576, true, true])
      expect(got.hash.digest('hex')).toBe(digest)
      expect(got.result).toMatchObject({ job, hook: 'seed', code: 0 })
    }
    // The readers are in this process too, and so is their garbage: the service itself is measured by the benchmark.
    expect((peak - before) / MEGABYTE).toBeLessThan(150)
    slow.socket.resume()
    await until('the end at the slow client', () => slow.of('lane_hook_result').length === 1)
    const seqs = slow.of('lane_hook_output').map(({ data }) => data.seq)
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
    expect(seqs.length).toBeLessThan(readers[0]?.seqs ?? 0)
    expect(slow.of('resync')).toEqual([])
  })
})
