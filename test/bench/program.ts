import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A server in its own process, ready for requests. */
export interface RunningServer {
  readonly url: string
  readonly pid: number
  /** Milliseconds from the start of the process until it listens. */
  readonly startMs: number
  /** Sends SIGTERM and waits for the exit. */
  readonly stop: () => Promise<void>
}

const script = (name: string): string => join(import.meta.dirname, name)
const nodeArgs = (name: string, args: readonly string[]): string[] => ['--import', 'tsx', script(name), ...args]

/** Runs a script in this folder and returns its parsed output. */
export const runScript = async <A>(name: string, ...args: readonly string[]): Promise<A> => {
  const child = spawn(process.execPath, nodeArgs(name, args), { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`${name} ended with ${String(status)}`)
  return JSON.parse(output)
}

/**
 * Runs a script in this folder in parallel with `work`, which starts when the script prints `warm`. Afterwards closes
 * the script's input, which stops it, and returns its last output line, parsed.
 */
export const runScriptBeside = async <A>(
  work: () => Promise<void>,
  name: string,
  ...args: readonly string[]
): Promise<A> => {
  const child = spawn(process.execPath, nodeArgs(name, args), { stdio: ['pipe', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const first = await lines.next()
  if (first.value !== 'warm') throw new Error(`${name} did not begin`)
  try {
    await work()
  } finally {
    child.stdin.end()
  }
  const last = await lines.next()
  const [status] = await closed
  if (status !== 0 || last.done === true) throw new Error(`${name} ended with ${String(status)}`)
  return JSON.parse(last.value)
}

const listening = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    const listen = (chunk: Buffer): void => {
      output += chunk.toString()
      const url = /listening on (http:\/\/[^\s]+)/.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.on('close', (status) => reject(new Error(`the server ended with ${String(status)}:\n${output}`)))
  })

/** Starts a server and waits for the line `listening on http://…`. */
export const startServer = async (
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<RunningServer> => {
  const startedAt = performance.now()
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await listening(child)
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { url, pid: child.pid ?? 0, startMs: performance.now() - startedAt, stop }
}

export const startSpike = (folder: string): Promise<RunningServer> => startServer(nodeArgs('spike.ts', [folder]))

/** Returns the peak memory of a process in MB (1,000,000 bytes); null if the system does not report it. */
export const peakMemory = (pid: number): number | null => {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : (Number(kilobytes) * 1024) / 1e6
  } catch {
    return null
  }
}

/** Returns the memory that a process has now in MB (1,000,000 bytes); NaN if the system does not report it. */
export const memory = (pid: number): number =>
  (Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6

const TICKS_PER_SECOND = 100

/** Returns the processor time in seconds that a process, its children and their ended children have used. */
export const cpuSeconds = (pid: number): number => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  const pids = [pid, ...(children === '' ? [] : children.split(' ').map(Number))]
  return pids.reduce((sum, one) => sum + ownCpuSeconds(one), 0)
}

const ownCpuSeconds = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // After the name, which may contain spaces: the state is the first field, and the times are the 12th to the 15th.
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
  return times.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
}
