import { mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect, Exit, Fiber } from 'effect'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../src/adapters/clock.js'
import { pidsInProc } from '../../../../src/adapters/process/proc.js'
import { openForkServer } from '../../../../src/adapters/process/fork-server/open.js'
import { type Command, type Finished, type ProcessError, run as runHere } from '../../../../src/adapters/process/run.js'
import { until } from '../../../support/agents/until.js'
import { isAlive } from '../../../support/process/is-alive.js'
import { kill } from '../../../support/process/kill.js'
import { pidIn as pidInFile } from '../../../support/process/pid-in.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-run-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the processes whose working directory is a folder. */
const processesIn = (path: string): readonly number[] =>
  (pidsInProc() ?? []).filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === path
    } catch {
      return false
    }
  })

const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' }
const sh = (script: string, more: Partial<Command> = {}): Command => ({
  program: 'sh',
  args: ['-c', script],
  env,
  cwd: folder,
  timeout: 60_000,
  maxOutput: 1024,
  ...more,
})
const forkServer = openForkServer(systemClock())
afterAll(() => forkServer.close())

describe.each([
  { by: 'this process', run: runHere },
  { by: 'the fork server', run: forkServer.run },
])('by $by', ({ by, run }) => {
  const isByThis = by === 'this process'
  // Until the fork server has started, commands are run by this process.
  beforeAll(async () => {
    const parent = async () => Number((await ended(sh('echo $PPID', { cwd: '/' }))).output)
    await until('the parent', async () => ((await parent()) === process.pid) === isByThis)
  })

  const ended = (command: Command): Promise<Finished> => Effect.runPromise(run(command))
  const failure = (command: Command): Promise<ProcessError> => Effect.runPromise(Effect.flip(run(command)))
  const pidIn = (name: string): Promise<number> => pidInFile(join(folder, name))

  describe('a process that exits', () => {
    it('returns its exit code, its output and the end of its stderr', async () => {
      const { code, signal, output, complaint } = await ended(sh('echo out; echo wrong >&2; exit 3'))
      expect([code, signal, output.toString(), complaint]).toEqual([3, null, 'out\n', 'wrong\n'])
    })

    it('receives its arguments unchanged, its input, and only the given environment', async () => {
      const args = ['%s|%s|%s', "it's", '$HOME `id`', 'a\nb']
      const printed = await ended({ ...sh(''), program: 'printf', args })
      expect(printed.output.toString()).toBe("it's|$HOME `id`|a\nb")
      expect((await ended(sh('cat', { input: 'read me' }))).output.toString()).toBe('read me')
      const { output } = await ended({ ...sh(''), program: 'env', args: [], env: { ...env, ONLY: 'this' } })
      expect(output.toString().trim().split('\n').toSorted()).toEqual(['ONLY=this', `PATH=${env.PATH}`])
    })

    it('may exit without reading its input', async () => {
      expect((await ended(sh('exit 0', { input: 'x'.repeat(1_000_000) }))).code).toBe(0)
    })

    it('does not wait for a child that has ended and that nobody waits for', async () => {
      // The middle process leaves the group and never asks how its child ended.
      const script = `
      exit if fork();
      if (!fork()) { exit }
      setpgrp(0, 0);
      open(my $file, '>', 'middle'); print $file $$; close $file;
      close STDIN; close STDOUT; close STDERR;
      sleep 600`
      const done = ended({ ...sh(''), program: 'perl', args: ['-e', script], timeout: 60_000 })
      const middle = await pidIn('middle')
      expect((await done).code).toBe(0)
      kill(middle)
    })

    it('reports the signal that killed it', async () => {
      expect(await ended(sh('kill -9 $$'))).toMatchObject({ code: null, signal: 'SIGKILL' })
    })

    it('fails with CannotStart when it cannot be started', async () => {
      expect(await failure({ ...sh(''), program: 'no-such-program' })).toMatchObject({
        _tag: 'CannotStart',
        notFound: true,
      })
      expect(await failure(sh('', { cwd: join(folder, 'missing') }))).toMatchObject({ _tag: 'CannotStart' })
      expect(await failure({ ...sh(''), args: ['-c', 'a\u0000b'] })).toMatchObject({
        _tag: 'CannotStart',
        notFound: false,
      })
    })
  })

  describe('a running process', () => {
    it('is killed with its children after the timeout', async () => {
      const waits = failure(sh('sleep 600 & echo $! > child; wait', { timeout: 500 }))
      const child = await pidIn('child')
      expect(await waits).toMatchObject({ _tag: 'TimedOut', milliseconds: 500 })
      expect(isAlive(child)).toBe(false)
    })

    it('is killed after the timeout also where it must not be interrupted', async () => {
      const command = sh('echo $$ > pid; sleep 600', { timeout: 300 })
      const exit = await Effect.runPromiseExit(Effect.uninterruptible(run(command)))
      expect([Exit.isFailure(exit), isAlive(await pidIn('pid'))]).toEqual([true, false])
    })

    it('is killed after too much output, which is discarded', async () => {
      const endless = sh('echo $$ > pid; while :; do echo more; done', { maxOutput: 10_000 })
      expect(await failure(endless)).toMatchObject({ _tag: 'TooMuchOutput', limit: 10_000 })
      expect(isAlive(await pidIn('pid'))).toBe(false)
    })

    it('is killed on interruption, also when it ignores SIGTERM', async () => {
      const stubborn = Effect.runFork(run(sh(`trap '' TERM; echo $$ > pid; while :; do sleep 1; done`)))
      const pid = await pidIn('pid')
      const exit = await Effect.runPromise(Fiber.interrupt(stubborn))
      expect([Exit.isInterrupted(exit), isAlive(pid)]).toEqual([true, false])
    })

    it('is killed with what it starts in other groups meanwhile', async () => {
      const starts = 'while :; do setsid sh -c "sleep 600; :" & done'
      for (let attempt = 0; attempt < 5; attempt++) {
        const busy = Effect.runFork(run(sh(`echo $$ > pid${attempt}; ${starts}`)))
        await pidIn(`pid${attempt}`)
        await Effect.runPromise(Fiber.interrupt(busy))
        const left = processesIn(folder)
        for (const pid of left) kill(pid)
        expect(left).toEqual([])
      }
    })

    it('is killed with what it is starting in other groups', async () => {
      // The fork of a large process takes tens of milliseconds, in which its child is not in the list yet.
      const script = `
      my $large = 'x' x 200_000_000;
      open(my $file, '>', 'ready'); print $file $$; close $file;
      while (1) { if (!fork()) { setpgrp(0, 0); exec 'sleep', '600' } }`
      for (let attempt = 0; attempt < 5; attempt++) {
        const busy = Effect.runFork(run({ ...sh(''), program: 'perl', args: ['-e', script] }))
        await pidIn('ready')
        await Effect.runPromise(Fiber.interrupt(busy))
        const left = processesIn(folder)
        for (const pid of left) kill(pid)
        expect(left).toEqual([])
        rmSync(join(folder, 'ready'))
      }
    })

    it('leaves no child running when it exits', async () => {
      await ended(sh('sleep 600 >/dev/null 2>&1 & echo $! > child'))
      expect(isAlive(await pidIn('child'))).toBe(false)
    })
  })
})
