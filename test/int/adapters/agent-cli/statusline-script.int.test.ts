import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { announceServer } from '../../../../src/adapters/agent-cli/server-file.js'
import {
  ownCommandPath,
  statuslineCommand,
  statuslinePath,
  writeStatusline,
} from '../../../../src/adapters/agent-cli/statusline-script.js'
import { type Recorder, startRecorder } from '../../../support/agents/recorder.js'
import { until } from '../../../support/agents/until.js'

const installed = (shell: string): boolean => spawnSync('sh', ['-c', `command -v ${shell}`]).status === 0
const shells = ['dash', 'bash', 'busybox'].filter(installed)

const STATUS = {
  session_id: 's1',
  session_name: 'He said "five_hour":{"used_percentage":99} and \u001b[31m',
  model: { id: 'claude-opus-4-8', display_name: 'Opus 4.8' },
  context_window: { context_window_size: 200_000, used_percentage: 42.9, current_usage: { input_tokens: 7 } },
  rate_limits: {
    five_hour: { used_percentage: 23.5, resets_at: 1_795_000_000 },
    seven_day: { used_percentage: 41, resets_at: 1_795_000_000 },
  },
}

let data: string
let recorder: Recorder
beforeEach(async () => {
  // The folder name has characters that need quoting in a shell.
  data = join(mkdtempSync(join(tmpdir(), 'switchyard-statusline-')), "it's $here")
  mkdirSync(data)
  recorder = await startRecorder()
  announceServer(data, { host: '127.0.0.1', port: recorder.port, pid: process.pid })
  writeStatusline(data)
})
afterEach(async () => {
  await recorder.close()
  rmSync(join(data, '..'), { recursive: true, force: true })
})

/** Runs a command as Claude Code does. Resolves with its exit code and output when the output is closed. */
const run = (body: string, command: readonly string[] = ['/bin/sh', '-c', statuslineCommand(data)]) =>
  new Promise<{ status: number | null; out: string; err: string }>((resolve) => {
    const [program = '', ...args] = command
    const child = spawn(program, args)
    const text = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()))
    child.on('close', (status) => resolve({ status, ...text }))
    child.stdin.on('error', () => undefined).end(body)
  })
const delivered = () => until('the delivery', () => recorder.deliveries.length > 0 && recorder.deliveries)
const line = (out: string) => ({ status: 0, out, err: '' })

describe('the status line', () => {
  it('is posted to the service unchanged', async () => {
    const body = JSON.stringify({ ...STATUS, text: 'é ✓ %s \\n $(id)' })
    await run(body)
    const [delivery] = await delivered()
    expect([delivery?.path, delivery?.body]).toEqual(['/api/statusline', body])
    expect(delivery?.headers['content-type']).toBe('application/json')
  })

  it.each(shells)('shows the model, the context usage and the plan usage in %s', async (shell) => {
    const command = [...(shell === 'busybox' ? [shell, 'sh'] : [shell]), statuslinePath(data)]
    expect(await run(JSON.stringify(STATUS), command)).toEqual(line('Opus 4.8  context 42%  5h 23%  7d 41%\n'))
  })

  it('omits missing values and a model name with terminal control characters', async () => {
    const model = { display_name: 'Opus\u001b[2J' }
    const limits = { context_window: { used_percentage: null }, rate_limits: { five_hour: null } }
    expect(await run(JSON.stringify({ ...STATUS, ...limits, model }))).toEqual(line('\n'))
    expect(await run(JSON.stringify({ ...STATUS, rate_limits: undefined }))).toEqual(line('Opus 4.8  context 42%\n'))
    expect(await run('no JSON at all')).toEqual(line('\n'))
  })

  it("is the output of the user's own command for the same input, whatever its exit code", async () => {
    writeFileSync(ownCommandPath(data), `printf 'mine: '; cat | wc -c | tr -d ' '; exit 3\n`)
    const body = JSON.stringify(STATUS)
    expect(await run(body)).toEqual(line(`mine: ${Buffer.byteLength(body)}\n`))
    expect((await delivered())[0]?.body).toBe(body)
  })
})

describe('the delivery of the status line', () => {
  it('does not delay the line when the service hangs', async () => {
    recorder.hang = true
    expect((await run(JSON.stringify(STATUS))).out).toContain('Opus')
    await delivered()
  })

  it('does not change the line when the service is stopped or was never started', async () => {
    await recorder.close()
    expect((await run(JSON.stringify(STATUS))).out).toContain('Opus')
    rmSync(join(data, 'server'))
    expect((await run(JSON.stringify(STATUS))).out).toContain('Opus')
    expect(existsSync(join(data, 'spool'))).toBe(false)
  })

  it('sends nothing to another process on the port of a dead service', async () => {
    const gone = spawnSync('true').pid
    announceServer(data, { host: '127.0.0.1', port: recorder.port, pid: gone })
    // Runs the delivery in the foreground, so that nothing can be sent after it returns.
    await run(JSON.stringify(STATUS), ['sh', statuslinePath(data), 'post'])
    expect(recorder.deliveries).toEqual([])
  })

  it('skips input over the size limit of the service', async () => {
    await run(JSON.stringify({ ...STATUS, long: 'x'.repeat(70_000) }), ['sh', statuslinePath(data), 'post'])
    expect(recorder.deliveries).toEqual([])
  })

  it.each(shells)('posts the input in %s', async (shell) => {
    await run(JSON.stringify(STATUS), [
      ...(shell === 'busybox' ? [shell, 'sh'] : [shell]),
      statuslinePath(data),
      'post',
    ])
    expect(recorder.deliveries.map(({ body }) => body)).toEqual([JSON.stringify(STATUS)])
  })
})

describe('a missing data directory', () => {
  it('causes neither output nor a failure', async () => {
    rmSync(data, { recursive: true })
    expect(await run(JSON.stringify(STATUS))).toEqual(line(''))
  })
})
