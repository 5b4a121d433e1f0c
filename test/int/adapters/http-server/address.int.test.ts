import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '../../../../src/adapters/http-server/server.js'
import { startApp } from '../../../support/service/app.js'
import { footprintOf } from '../../../support/service/footprint.js'

const LOOPBACK = '127.0.0.1'

describe('a busy port', () => {
  let folder: string
  let holder: Server
  let port: number
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'switchyard-busy-'))
    holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, LOOPBACK, resolve))
    port = (holder.address() as { port: number }).port
  })
  afterEach(() => {
    holder.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const start = () => startApp({ DASHBOARD_PORT: String(port) }, folder)

  it('is named in the error, and an empty data directory stays unchanged', async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    chmodSync(data, 0o755)
    const before = footprintOf(data)
    await expect(start()).rejects.toThrow(`port ${port}`)
    expect(footprintOf(data)).toEqual(before)
  })

  it('leaves a used data directory unchanged', async () => {
    const app = await startApp({}, folder)
    await app.hook('Stop', { session_id: 's' })
    await app.settled()
    await app.close()
    const data = join(folder, 'data')
    mkdirSync(join(data, 'uploads'), { recursive: true })
    writeFileSync(join(data, 'uploads', 'left'), 'by an import that was killed')
    const before = footprintOf(data)
    await expect(start()).rejects.toThrow(`port ${port}`)
    expect(footprintOf(data)).toEqual(before)
  })
})

describe('a server that listens before it serves', () => {
  const front = {
    app: { fetch: () => new Response('served') },
    admit: () => null,
    unreadable: () => ({ status: 400, body: '{}' }),
    upgrade: () => undefined,
  }

  it('holds early requests and answers them later', async () => {
    const server = await listen({ host: LOOPBACK, port: 0 })
    const early = fetch(`http://${LOOPBACK}:${server.port}/`)
    const answer = await Promise.race([early.then(() => 'answered'), nextTurns()])
    server.serve(front)
    expect([answer, await (await early).text()]).toEqual(['waiting', 'served'])
    await server.close()
  })

  it('drops early requests when it closes without serving', async () => {
    const server = await listen({ host: LOOPBACK, port: 0 })
    const early = fetch(`http://${LOOPBACK}:${server.port}/`).then(
      () => 'answered',
      () => 'refused',
    )
    await nextTurns()
    await server.close()
    expect(await early).toBe('refused')
  })
})

/** Waits for more turns of the event loop than a loopback request needs. */
const nextTurns = async (): Promise<'waiting'> => {
  for (let i = 0; i < 200; i++) await new Promise((resolve) => setImmediate(resolve))
  return 'waiting'
}
