import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const CLI = join(ROOT, 'dist', 'cli.js')

/** Temporary folders for one service. */
export interface Places {
  readonly folder: string
  readonly dataDir: string
  readonly claudeHome: string
  readonly codexHome: string
  readonly env: Readonly<Record<string, string>>
  readonly remove: () => void
}

export const newPlaces = (): Places => {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-e2e-'))
  const [dataDir, claudeHome, codexHome] = ['data', 'claude', 'codex'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(join(claudeHome, 'projects'), { recursive: true })
  mkdirSync(join(codexHome, 'sessions'), { recursive: true })
  const env = {
    SVC_DATA_DIR: dataDir,
    CLAUDE_CONFIG_DIR: claudeHome,
    CODEX_HOME: codexHome,
    DASHBOARD_PORT: '0',
    NO_COLOR: '1',
  }
  return { folder, dataDir, claudeHome, codexHome, env, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** The account of the operating system that a program runs as. */
export interface RunsAs {
  readonly uid: number
  readonly gid: number
}

/** Runs the built command line and returns its exit code and output. */
export const runCli = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { as, input }: { readonly as?: RunsAs; readonly input?: string } = {},
): Promise<Ended> => {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: as === undefined ? { ...process.env, ...env } : env,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...as,
  })
  child.stdin.end(input)
  const text = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...text }
}

/** The built service in its own process. */
export interface ServiceProcess {
  readonly url: string
  readonly child: ChildProcess
  readonly pid: number
  readonly log: () => string
  /** Sends SIGTERM and returns the exit code. */
  readonly stop: () => Promise<number | null>
  /** Sends SIGKILL. */
  readonly kill: () => Promise<void>
}

interface Surroundings {
  /** What `env` is added to. */
  readonly base?: NodeJS.ProcessEnv
  /** Whether it leads a process group of its own. */
  readonly detached?: boolean
  readonly as?: RunsAs
}

export const startProcess = async (
  env: Readonly<Record<string, string>>,
  options: readonly string[] = [],
  { base = process.env, detached = false, as }: Surroundings = {},
): Promise<ServiceProcess> => {
  const child = spawn(process.execPath, [CLI, 'start', ...options], {
    env: { ...base, ...env },
    detached,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...as,
  })
  let log = ''
  const exited = once(child, 'exit') as Promise<[number | null]>
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      log += chunk.toString()
      const found = /listening on (http:\/\/\S+)/.exec(log)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`the service ended with ${String(code)}:\n${log}`)))
  })
  return {
    url,
    child,
    pid: child.pid ?? 0,
    log: () => log,
    stop: async () => {
      child.kill('SIGTERM')
      return (await exited)[0]
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
