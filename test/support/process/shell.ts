import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Shell {
  /** Runs a program and returns its output. Throws, with its stderr, when it fails. */
  readonly run: (program: string, args: readonly string[]) => string
  /** Ends the shell, which also ends with this process. */
  readonly close: () => void
}

/** Reads commands that end with a NUL byte from one pipe, and writes the exit code of each to the other. */
const LOOP = `exec 3<"$1/commands" 4>"$1/codes"
while IFS= read -r -d '' -u 3 command; do
  (eval "exec $command") >"$1/output" 2>"$1/complaint" </dev/null 3<&- 4>&-
  printf '%d\\n' $? >&4
done`

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

/**
 * Starts a small shell that runs programs for this process, one after the other. To start a program, the kernel copies the memory map of
 * the process: of a worker with 400 MB that takes four times as long as git itself.
 */
export const startShell = (env: Readonly<Record<string, string>>): Shell => {
  const folder = mkdtempSync(join(tmpdir(), 'sh-'))
  execFileSync('mkfifo', [join(folder, 'commands'), join(folder, 'codes')])
  spawn('bash', ['-c', LOOP, 'bash', folder], { env, cwd: '/', stdio: 'ignore' }).unref()
  // Each waits until the shell has opened the other end.
  const [commands, codes] = [openSync(join(folder, 'commands'), 'w'), openSync(join(folder, 'codes'), 'r')]
  const close = (): void => {
    process.removeListener('exit', close)
    closeSync(commands)
    closeSync(codes)
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', close)
  const answer = Buffer.alloc(16)

  return {
    run: (program, args) => {
      writeSync(commands, `${[program, ...args].map(quoted).join(' ')}\0`)
      const length = readSync(codes, answer, 0, answer.length, null)
      if (length === 0) throw new Error('the shell has ended')
      const code = Number(answer.toString('utf8', 0, length))
      const output = readFileSync(join(folder, 'output'), 'utf8')
      if (code === 0) return output
      const complaint = readFileSync(join(folder, 'complaint'), 'utf8')
      throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${complaint}`)
    },
    close,
  }
}
