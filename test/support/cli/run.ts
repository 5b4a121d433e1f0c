import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Command } from 'commander'
import { vi } from 'vitest'
import { Failure } from '../../../src/cli/exit.js'

export const ROOT = join(import.meta.dirname, '..', '..', '..')

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the command line from source in its own process and returns its exit code and output. */
export const runSource = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<Ended> => {
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'src', 'cli.ts'), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
  })
  const text = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()))
  // A command that does not read its input may exit before all of it is written.
  child.stdin.on('error', () => undefined).end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...text }
}

/** Runs commands in this process with its settings, which saves a second each. */
export const runHere = async (commands: readonly Command[], args: readonly string[]): Promise<Ended> => {
  const text = { out: '', err: '' }
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text.out += String(chunk)
    return true
  })
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    text.err += String(chunk)
    return true
  })
  try {
    const program = new Command('switchyard').exitOverride()
    for (const command of commands) program.addCommand(command.exitOverride())
    await program.parseAsync([...args], { from: 'user' })
    return { code: 0, ...text }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { code: error.exitCode, out: text.out, err: text.err + error.message }
  } finally {
    out.mockRestore()
    err.mockRestore()
  }
}
