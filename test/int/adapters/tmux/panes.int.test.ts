import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tmuxPanes } from '../../../../src/adapters/tmux/panes.js'
import { placeOf } from '../../../../src/adapters/tmux/place.js'
import type { PaneStart } from '../../../../src/commands/ports/panes.js'
import { until } from '../../../support/agents/until.js'
import { endServer, hasTmux, openPanes, type TestPanes } from '../../../support/tmux/panes.js'
import { isAlive } from '../../../support/process/is-alive.js'
import { kill } from '../../../support/process/kill.js'

let panes: TestPanes
beforeEach(() => {
  panes = openPanes()
})
afterEach(() => panes.close())

const ENV = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' }
const SLEEP = ['sleep', '600']
let runs = 0
const startOf = (argv: readonly string[], more: Partial<PaneStart> = {}): PaneStart => {
  runs += 1
  return { lane: 1, slot: 0, run: `run_${runs}`, tool: 'cli_a', argv, cwd: panes.folder, env: ENV, ...more }
}
const start = (argv: readonly string[], more: Partial<PaneStart> = {}) => panes.ask(panes.start(startOf(argv, more)))
const listed = () => panes.ask(panes.list)
// Listing is part of it, as in the service: tmux may need it to notice an end.
const endOf = (run: string) =>
  until(`the end of ${run}`, async () => {
    await listed()
    return (await panes.ask(panes.ends)).find((end) => end.run === run)
  })

describe.skipIf(!hasTmux)('a pane', () => {
  it('runs its program with these arguments, in this directory and environment, without a shell', async () => {
    const cwd = join(panes.folder, "it's #{x}; $HOME")
    mkdirSync(cwd)
    const args = ['', 'x;', ';', 'y\\;', '$HOME `id` #{pane_id}', "it's", '"', 'ünïcode 界', '--', '-x', 'a\nb']
    const script = 'pwd >out; printf "%s|" "$GIVEN" "${LC_ALL-}" "${TERM-}" "$@" >>out; mv out done; sleep 600'
    const { pid } = await start(['sh', '-c', script, 'sh', ...args], { cwd, env: { ...ENV, GIVEN: 'v;' } })
    const done = join(cwd, 'done')
    await until('the program', () => existsSync(done))
    expect(readFileSync(done, 'utf8')).toBe(`${cwd}\n${['v;', 'C.UTF-8', 'screen-256color', ...args, ''].join('|')}`)
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]).toBe('sh')
  })

  it('is listed with its run, lane, slot and tool; other sessions of the server are not', async () => {
    const { run, pid } = await start(SLEEP, { lane: 12, slot: 3, tool: null })
    panes.tmux('new-session', '-d', '-s', 'mine', 'sleep 600')
    panes.tmux('new-session', '-d', '-s', 'odd', 'sleep 600', ';', 'set-option', '-p', '-t', 'odd', '@svc_run', 'a|b')
    expect(await listed()).toEqual([{ run, pid, lane: 12, slot: 3, tool: null, end: null }])
  })

  it('is one of its slot: a running program is kept, the rest of an ended one removed', async () => {
    const { run } = await start(SLEEP)
    const busy = await panes.ask(Effect.flip(panes.start(startOf(SLEEP))))
    expect(busy).toMatchObject({ _tag: 'TmuxFailed' })
    expect(await listed()).toMatchObject([{ run }])
    const ended = await start(['true'], { slot: 1 })
    await endOf(ended.run)
    const next = await start(SLEEP, { slot: 1 })
    expect((await listed()).map((pane) => pane.run)).toEqual([run, next.run])
  })

  it('starts also when the server exits, which it does with its last pane', async () => {
    for (let n = 0; n < 12; n += 1) {
      const { run } = await start(SLEEP)
      expect(await listed()).toMatchObject([{ run }])
      panes.tmux('kill-session', '-t', '=lane-1-0')
    }
  })

  const lookAt = (run: string, slot = 0) => panes.ask(panes.look({ lane: 1, slot }, run))
  const shownBy = (run: string, text: string) =>
    until(text, async () => {
      const seen = await lookAt(run)
      return seen?.screen.lines.some((line) => line.includes(text)) === true && seen
    })

  it('shows its lines without colours, as long as it belongs to the run', async () => {
    const { run } = await start([
      'sh',
      '-c',
      `printf '\\033[31mred\\033[0m ❯ 1. Yes\\n\\033[2mfaint\\033[0m end'; sleep 600`,
    ])
    const { screen } = await shownBy(run, 'end')
    expect(screen.lines.slice(0, 2)).toEqual(['red ❯ 1. Yes', 'faint end'])
    expect(screen.solid.slice(0, 2)).toEqual(['red ❯ 1. Yes', '      end'])
    expect([await lookAt(`${run}0`), await lookAt(run.slice(0, -1)), await lookAt(run, 5)]).toEqual([null, null, null])
    panes.tmux('kill-server')
    expect(await lookAt(run)).toBeNull()
  })

  it('gets a key only while the lines and the cursor are where they were seen', async () => {
    const place = { lane: 1, slot: 0 }
    const asks = `printf '界 a #{x}: {b}, "c"\\n❯ 1. Yes\\n  2. No\\n'; read answer; printf 'got it\\n❯ 1. Yes\\n'; cat`
    const { run } = await start(['sh', '-c', asks])
    const before = await shownBy(run, '2. No')
    const rows = [0, 1, 2]
    const other = { ...before, cursor: before.cursor.replace(' ', ' 1') }
    expect(await panes.ask(panes.press(place, 'Enter', { look: other, rows }))).toBe(false)
    const [first = '', , ...rest] = before.screen.lines
    const moved = { ...before, screen: { ...before.screen, lines: [first, '❯ 1. No', ...rest] } }
    expect(await panes.ask(panes.press(place, 'Enter', { look: moved, rows }))).toBe(false)
    expect(await panes.ask(panes.press({ lane: 1, slot: 7 }, 'Enter', { look: before, rows }))).toBe(false)
    panes.tmux('copy-mode', '-t', '=lane-1-0:')
    expect(await panes.ask(panes.press(place, 'Enter', { look: before, rows }))).toBe(true)
    await shownBy(run, 'got it')
    expect(await panes.ask(panes.press(place, 'Enter', { look: before, rows }))).toBe(false)
  })

  it('has no session when its directory is missing', async () => {
    const { run } = await start(SLEEP, { cwd: join(panes.folder, 'missing') })
    expect(await endOf(run)).toMatchObject({ code: 2 })
  })
})

describe.skipIf(!hasTmux)('the end of a program', () => {
  it('is recorded each time, although tmux misses some', async () => {
    const codes: (number | null)[] = []
    for (let code = 0; code < 40; code++) {
      const { run } = await start(['sh', '-c', 'read -r line; eval "$line"'])
      panes.tmux('send-keys', '-t', '=lane-1-0:', `exit ${code}`, 'Enter')
      codes.push((await endOf(run)).code)
    }
    expect(codes).toEqual(codes.map((_, code) => code))
  })

  it.each([
    ['exits', 'exit 3', { code: 3, signal: null }],
    ['is killed', 'kill -9 $$', { code: null, signal: 'SIGKILL' }],
    ['succeeds', 'exit 0', { code: 0, signal: null }],
  ])('is recorded when it %s, with the time, until it is settled', async (_how, script, end) => {
    const before = Math.floor(Date.now() / 1000) * 1000
    const waiting = panes.ask(panes.nextEnd)
    const { run } = await start(['sh', '-c', script])
    const found = await endOf(run)
    await waiting
    expect(found).toMatchObject(end)
    expect(found.at).toBeGreaterThanOrEqual(before)
    expect(found.at).toBeLessThanOrEqual(Date.now())
    expect(await listed()).toMatchObject([{ run, end }])
    await panes.ask(panes.settle(run))
    expect(await panes.ask(panes.ends)).toEqual([])
  })

  it('is still known after the tmux server was killed, whose other panes are missing then', async () => {
    const { run } = await start(['sh', '-c', 'exit 4'])
    const { pid } = await start(SLEEP, { slot: 1 })
    await endOf(run)
    const server = Number(panes.tmux('display-message', '-p', '#{pid}'))
    kill(server)
    await until('the server to end', () => !isAlive(server))
    await until('the program to end', () => !isAlive(pid))
    expect(await listed()).toEqual([])
    expect(await panes.ask(panes.ends)).toMatchObject([{ run, code: 4 }])
  })
})

describe.skipIf(!hasTmux)('stopping a pane', () => {
  it('ends its program and leaves the lane with a longer number alone', async () => {
    const [one, twelve] = [await start(SLEEP, { lane: 1 }), await start(SLEEP, { lane: 12 })]
    await panes.ask(panes.stop([{ lane: 1, slot: 0 }], []))
    expect([isAlive(one.pid), isAlive(twelve.pid)]).toEqual([false, true])
    expect(await listed()).toMatchObject([{ run: twelve.run }])
    await panes.ask(panes.stop([{ lane: 1, slot: 0 }], []))
  })

  it('kills a program that ignores every signal, with its children', async () => {
    const script = `trap '' INT HUP TERM; echo $$ >ready; while :; do sleep 0.2; done`
    const { pid } = await start(['sh', '-c', script])
    await until('the program', () => existsSync(join(panes.folder, 'ready')))
    await panes.ask(panes.stop([{ lane: 1, slot: 0 }], []))
    expect(isAlive(pid)).toBe(false)
  })
})

describe.skipIf(!hasTmux)('pasting', () => {
  it('arrives unchanged between the marks of a paste, followed by Enter', async () => {
    const reader = join(panes.folder, 'reader.cjs')
    writeFileSync(
      reader,
      `process.stdin.setRawMode(true); process.stdout.write('\\x1b[?2004hready')
       const got = []
       process.stdin.on('data', (chunk) => {
         got.push(chunk)
         if (!Buffer.concat(got).toString().endsWith('\\x1b[201~\\r')) return
         require('node:fs').writeFileSync('part', Buffer.concat(got)); require('node:fs').renameSync('part', 'got')
       })`,
    )
    await start([process.execPath, reader])
    // What tmux shows it has also interpreted.
    await until('the reader', () => panes.tmux('capture-pane', '-p', '-t', '=lane-1-0:').includes('ready'))
    const text = `"'$\`!\\ ; #{pane_id}\n${'界ü'.repeat(26_000)}\n\n`
    expect(await panes.ask(panes.paste({ lane: 1, slot: 0 }, text))).toBe(true)
    panes.tmux('send-keys', '-t', '=lane-1-0:', 'Enter')
    const got = join(panes.folder, 'got')
    await until('the text', () => existsSync(got))
    expect(readFileSync(got, 'utf8')).toBe(`\u001b[200~${text.replaceAll('\n', '\r')}\u001b[201~\r`)
  })

  it('is marked in a pane that is scrolled back too, which then shows its newest lines', async () => {
    const reader = join(panes.folder, 'marks.cjs')
    writeFileSync(
      reader,
      `process.stdin.setRawMode(true); process.stdout.write('\\x1b[?2004h' + 'line\\n'.repeat(200) + 'ready')
       process.stdin.on('data', (chunk) => require('node:fs').appendFileSync('marked', chunk))`,
    )
    await start([process.execPath, reader])
    await until('the reader', () => panes.tmux('capture-pane', '-p', '-t', '=lane-1-0:').includes('ready'))
    panes.tmux('copy-mode', '-u', '-t', '=lane-1-0:')
    expect(await panes.ask(panes.paste({ lane: 1, slot: 0 }, 'touch f\n'))).toBe(true)
    const marked = join(panes.folder, 'marked')
    await until('the text', () => existsSync(marked) && readFileSync(marked, 'utf8').includes('201~'))
    expect(readFileSync(marked, 'utf8')).toBe('\u001b[200~touch f\r\u001b[201~')
    expect(panes.tmux('display-message', '-p', '-t', '=lane-1-0:', '#{pane_in_mode}')).toBe('0')
  })

  it('into a pane whose program has ended changes nothing, and does not end the server', async () => {
    const other = await start(SLEEP, { slot: 1 })
    const { pid } = await start(SLEEP)
    kill(pid)
    await until('the end', () => panes.tmux('display-message', '-p', '-t', '=lane-1-0:', '#{pane_dead}') === '1')
    expect(await panes.ask(panes.paste({ lane: 1, slot: 0 }, 'hello'))).toBe(false)
    expect([isAlive(other.pid), panes.tmux('list-buffers')]).toEqual([true, ''])
  })
})

describe.skipIf(!hasTmux)('the socket of the server', () => {
  it('is in the data directory, and is made again when it was deleted', async () => {
    const { run } = await start(SLEEP)
    const { socket, pid } = placeOf(panes.dataDir)
    expect([socket, pid]).toEqual([join(panes.dataDir, 'panes', 'tmux'), expect.any(Number)])
    rmSync(socket)
    expect(await listed()).toMatchObject([{ run }])
    rmSync(socket)
    expect(await panes.ask(Effect.flip(panes.start(startOf(SLEEP))))).toMatchObject({ _tag: 'TmuxFailed' })
    expect([await listed(), placeOf(panes.dataDir).pid]).toMatchObject([[{ run }], pid])
  })

  it('is also found under the name that tmux would give it', async () => {
    const { run } = await start(SLEEP)
    const name = `svc-${createHash('sha256').update(panes.dataDir).digest('hex').slice(0, 8)}`
    expect(execFileSync('tmux', ['-L', name, 'list-panes', '-a', '-F', '#{@svc_run}']).toString()).toBe(`${run}\n`)
  })

  it('of an earlier release is used while its server runs, also when it was deleted', async () => {
    const name = `svc-${createHash('sha256').update(panes.dataDir).digest('hex').slice(0, 8)}`
    const old = (...args: readonly string[]) =>
      execFileSync('tmux', ['-L', name, '-f', '/dev/null', ...args]).toString()
    old('new-session', '-d', '-s', 'lane-1-0', ...SLEEP)
    for (const [option, value] of Object.entries({ run: 'run_old', lane: '1', slot: '0', tool: 'cli_a' }))
      old('set-option', '-p', '-t', '=lane-1-0:', `@svc_${option}`, value)
    expect(await listed()).toMatchObject([{ run: 'run_old' }])
    const { run } = await start(SLEEP, { slot: 1 })
    rmSync(placeOf(panes.dataDir).socket)
    expect((await listed()).map((pane) => pane.run)).toEqual(['run_old', run])
    await panes.ask(
      panes.stop(
        [
          { lane: 1, slot: 0 },
          { lane: 1, slot: 1 },
        ],
        [],
      ),
    )
    await start(SLEEP)
    expect(placeOf(panes.dataDir).socket).toBe(join(panes.dataDir, 'panes', 'tmux'))
  })

  it.each([
    ['too long for one', (folder: string) => join(folder, 'x'.repeat(120))],
    ['one that others can write to', (folder: string) => join(folder, 'data')],
  ])('is elsewhere when the data directory is %s', async (_how, dirIn) => {
    const dataDir = dirIn(panes.folder)
    mkdirSync(join(dataDir, 'panes'), { recursive: true })
    chmodSync(join(dataDir, 'panes'), 0o777)
    const env = { PATH: process.env['PATH'] ?? '' }
    const other = tmuxPanes({ dataDir, env, isUnit: false })
    const { run } = await panes.ask(other.start(startOf(SLEEP)))
    expect(await panes.ask(other.list)).toMatchObject([{ run }])
    expect(placeOf(dataDir).socket).not.toContain(dataDir)
    endServer(dataDir)
  })
})

describe.skipIf(!hasTmux)('an option that a program has set on its pane', () => {
  const hostile = [
    "'; touch MARK; '",
    'run_1\ntouch MARK',
    '#(touch MARK)',
    'run_1; touch MARK',
    '../run_1',
    'run_$(touch MARK)',
  ]
  it.each(hostile)('is no command for the shell, and no other run: %j', async (text) => {
    const mark = join(panes.folder, 'mark')
    const { pid, run } = await start(SLEEP)
    const other = await start(SLEEP, { slot: 1 })
    const filesOfRuns = (): readonly string[] =>
      (readdirSync(panes.dataDir, { recursive: true }) as string[]).filter((name) => name.includes('run_'))
    // Each program deletes the file with its environment when it has read it.
    await until('the programs', () => filesOfRuns().length === 0)
    panes.tmux('set-option', '-p', '-t', '=lane-1-0:', '@svc_run', text.replaceAll('MARK', mark))
    panes.tmux('set-option', '-p', '-t', '=lane-1-0:', '@svc_tool', `cli_a\n1|0||||${run}|1|5|cli_a`)
    expect((await listed()).map((pane) => pane.run)).toEqual([other.run])
    kill(pid)
    kill(other.pid)
    await endOf(other.run)
    expect([existsSync(mark), await panes.ask(panes.ends)]).toMatchObject([false, [{ run: other.run }]])
    expect(filesOfRuns()).toEqual([join('panes', other.run)])
  })
})

describe('without tmux', () => {
  it('every call fails with TmuxMissing', async () => {
    const without = openPanes({ PATH: '/nowhere' })
    const failure = await without.ask(Effect.flip(without.list))
    expect(failure._tag).toBe('TmuxMissing')
    if (hasTmux) without.close()
  })
})
