import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forwarderCommand, forwarderPath, writeForwarder } from '../../../../src/adapters/agent-cli/forwarder.js'
import { announceServer, withdrawServer } from '../../../../src/adapters/agent-cli/server-file.js'
import { type Recorder, startRecorder } from '../../../support/agents/recorder.js'
import { until } from '../../../support/agents/until.js'

const isInstalled = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const shells = ['sh', 'dash', 'bash', 'busybox'].filter(isInstalled)

let data: string
let recorder: Recorder

beforeEach(async () => {
  // The path has characters that need quoting in a shell.
  data = join(mkdtempSync(join(tmpdir(), 'switchyard-')), `it's "$HOME" *`)
  writeForwarder(data)
  recorder = await startRecorder()
  announceServer(data, { host: '127.0.0.1', port: recorder.port, pid: process.pid })
})
afterEach(async () => {
  await recorder.close()
  rmSync(join(data, '..'), { recursive: true, force: true })
})

const spooled = (): string[] =>
  existsSync(join(data, 'spool')) ? readdirSync(join(data, 'spool')).filter((name) => name.endsWith('.hook')) : []

interface Fired {
  readonly provider?: 'claude' | 'codex'
  readonly env?: NodeJS.ProcessEnv
  /** Instead of the installed command. */
  readonly command?: readonly string[]
}

/** Runs the installed command as an agent does. Resolves with its exit code and output when the output is closed. */
const fire = (body: string, { provider = 'claude', env = {}, command }: Fired = {}) =>
  new Promise<{ status: number | null; output: string }>((resolve) => {
    const [program = '', ...args] = command ?? ['/bin/sh', '-c', forwarderCommand(data, provider)]
    const child = spawn(program, args, { env: { ...process.env, ...env } })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('close', (status) => resolve({ status, output }))
    // A hook that exits without reading its input is not an error.
    child.stdin.on('error', () => undefined).end(body)
  })

const silentSuccess = { status: 0, output: '' }

describe('the forwarder', () => {
  it('posts the body unchanged with delivery id, time and parent pid, and prints nothing', async () => {
    const body = JSON.stringify({
      hook_event_name: 'Stop',
      text: `50% \\n '"$(id)\` é ✓ -e`,
      long: 'x'.repeat(300_000),
    })
    expect(await fire(body)).toEqual(silentSuccess)
    const [delivery] = await until('the delivery', () => recorder.deliveries.length > 0 && recorder.deliveries)
    expect(delivery?.path).toBe('/api/hooks')
    expect(delivery?.body).toBe(body)
    expect(delivery?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-svc-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-svc-at': expect.stringMatching(/^\d{13}$/),
      'x-svc-pid': String(process.pid),
      'x-svc-provider': 'claude',
    })
    expect(spooled()).toEqual([])
  })

  it('posts hooks of Codex to the path of Codex', async () => {
    expect(await fire('{}', { provider: 'codex' })).toEqual(silentSuccess)
    const [delivery] = await until('the delivery', () => recorder.deliveries.length > 0 && recorder.deliveries)
    expect(delivery?.path).toBe('/api/hooks/codex')
    expect(delivery?.headers['x-svc-provider']).toBe('codex')
  })

  it('names the run whose pane it is in, if it is one', async () => {
    await fire('{}', { env: { SVC_RUN: 'run_01ABC' } })
    await until('the delivery', () => recorder.deliveries.length === 1)
    await fire('{}', { env: { SVC_RUN: 'run_1\r\nx: y' } })
    await until('the delivery', () => recorder.deliveries.length === 2)
    expect(recorder.deliveries.map(({ headers }) => headers['x-svc-run'] || null)).toEqual(['run_01ABC', null])
    await recorder.close()
    await fire('{}', { env: { SVC_RUN: 'run_01ABC' } })
    const [name = ''] = await until('the spool file', () => spooled().length > 0 && spooled())
    expect(readFileSync(join(data, 'spool', name), 'utf8')).toMatch(/^1 \S+ \d+ \d+ claude run_01ABC\n\{\}$/)
  })

  it('spools a header line and the body when no service accepts the hook', async () => {
    await recorder.close()
    expect(await fire('{"a": "é\\n"}')).toEqual(silentSuccess)
    const [name = ''] = await until('the spool file', () => spooled().length > 0 && spooled())
    const [, at, id] = /^(\d{13})-(.+)\.hook$/.exec(name) ?? []
    expect(readFileSync(join(data, 'spool', name), 'utf8')).toBe(`1 ${id} ${at} ${process.pid} claude\n{"a": "é\\n"}`)
    expect(statSync(join(data, 'spool', name)).mode & 0o777).toBe(0o600)
  })

  describe.each(shells)('delivering in %s', (shell) => {
    // With the agent's pid as an argument, the script runs its background part.
    const deliver = (body: string) =>
      fire(body, { command: [...(shell === 'busybox' ? [shell, 'sh'] : [shell]), forwarderPath(data), 'claude', '42'] })

    it.each(['{"a": "é ✓\\n %s"}', JSON.stringify('é'.repeat(100_000))])('posts the body', async (body) => {
      expect(await deliver(body)).toEqual(silentSuccess)
      expect(recorder.deliveries.map((delivery) => delivery.body)).toEqual([body])
      expect(recorder.deliveries[0]?.headers).toMatchObject({
        'content-type': 'application/json',
        'x-svc-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/),
        'x-svc-at': expect.stringMatching(/^\d{13}$/),
        'x-svc-pid': '42',
        'x-svc-provider': 'claude',
      })
      expect(spooled()).toEqual([])
    })

    it('spools a hook after a timeout, under the delivery id it sent, and after a refused connection', async () => {
      recorder.hang = true
      await deliver('{"hung": 1}')
      expect(spooled()).toEqual([
        expect.stringContaining(`-${String(recorder.deliveries[0]?.headers['x-svc-delivery'])}.hook`),
      ])
      await recorder.close()
      await deliver('{"refused": 1}')
      expect(spooled()).toHaveLength(2)
    })

    it('spools a hook on status 503 and drops it on status 400', async () => {
      recorder.status = 503
      await deliver('{"later": 1}')
      recorder.status = 400
      await deliver('{"never": 1}')
      expect(spooled().map((name) => readFileSync(join(data, 'spool', name), 'utf8').split('\n')[1])).toEqual([
        '{"later": 1}',
      ])
    })
  })

  it('returns immediately when the service hangs, and spools under the delivery id it sent', async () => {
    recorder.hang = true
    expect(await fire('{}')).toEqual(silentSuccess)
    expect(spooled()).toEqual([])
    const [name] = await until('the spool file', () => spooled().length > 0 && spooled())
    expect(name).toContain(`-${String(recorder.deliveries[0]?.headers['x-svc-delivery'])}.hook`)
  })

  it('sends nothing to another process on the port of a dead service', async () => {
    const gone = spawnSync('true').pid
    announceServer(data, { host: '127.0.0.1', port: recorder.port, pid: gone })
    await fire('{}')
    await until('the spool file', () => spooled().length === 1)
    expect(recorder.deliveries).toEqual([])
  })

  it('spools when no service is announced', async () => {
    withdrawServer(data, process.pid)
    await fire('{}')
    await until('the spool file', () => spooled().length === 1)
  })

  it('spools when the path has no curl, no date with milliseconds and no uuid generator', async () => {
    const bin = join(data, 'bin')
    mkdirSync(bin)
    for (const tool of ['cat', 'mkdir', 'mv', 'du', 'rm', 'sh']) {
      const path = spawnSync('sh', ['-c', `command -v ${tool}`])
        .stdout.toString()
        .trim()
      writeFileSync(join(bin, tool), `#!/bin/sh\nexec ${path} "$@"\n`)
      chmodSync(join(bin, tool), 0o755)
    }
    writeFileSync(join(bin, 'date'), '#!/bin/sh\n[ "$1" = +%s ] && echo 1700000000 || echo 17000000003N\n')
    chmodSync(join(bin, 'date'), 0o755)
    expect(await fire('{}', { env: { PATH: bin } })).toEqual(silentSuccess)
    const [name] = await until('the spool file', () => spooled().length > 0 && spooled())
    expect(name).toMatch(/^1700000000000-/)
  })

  it('drops and counts new hooks when the spool is full', async () => {
    await recorder.close()
    mkdirSync(join(data, 'spool'))
    writeFileSync(join(data, 'spool', '0.hook'), '')
    for (let n = 1; n < 10_000; n++) linkSync(join(data, 'spool', '0.hook'), join(data, 'spool', `${n}.hook`))
    await fire('{}')
    const dropped = join(data, 'spool', 'dropped')
    // The shell creates the file before it writes to it.
    await until('the count', () => existsSync(dropped) && statSync(dropped).size > 0)
    expect(statSync(dropped).size).toBe(1)
    expect(spooled()).toHaveLength(10_000)
  }, 60_000)

  it('does nothing and succeeds when its data directory is missing', async () => {
    rmSync(data, { recursive: true })
    expect(await fire('{}')).toEqual(silentSuccess)
    expect(existsSync(data)).toBe(false)
  })
})

const announced = (host: string) => {
  announceServer(data, { host, port: 4820, pid: 7 })
  return readFileSync(join(data, 'server'), 'utf8')
}

describe('the announcement of the service', () => {
  it('names loopback for a service on all interfaces, and brackets IPv6 addresses', () => {
    expect(announced('0.0.0.0')).toBe('127.0.0.1:4820\n7\n')
    expect(announced('::')).toBe('[::1]:4820\n7\n')
    expect(announced('::1')).toBe('[::1]:4820\n7\n')
  })

  it('is removed only by the process that wrote it', () => {
    announceServer(data, { host: '127.0.0.1', port: 4820, pid: 7 })
    withdrawServer(data, 8)
    expect(existsSync(join(data, 'server'))).toBe(true)
    withdrawServer(data, 7)
    withdrawServer(data, 7)
    expect(existsSync(join(data, 'server'))).toBe(false)
  })
})
