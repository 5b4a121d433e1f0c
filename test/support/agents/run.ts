import { spawn } from 'node:child_process'
import type { AgentHome } from './home.js'

export interface AgentRun {
  readonly pid: number
  /** Sends a signal to the CLI. */
  readonly kill: (signal: NodeJS.Signals) => void
  readonly ended: Promise<AgentEnd>
}

export interface AgentEnd {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts a CLI in its scratch home, without a terminal. */
export const startAgent = (home: AgentHome, program: string, args: readonly string[]): AgentRun => {
  const child = spawn(program, args, { cwd: home.project, env: home.env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()))
  const ended = new Promise<AgentEnd>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, ...output }))
  })
  return { pid: child.pid ?? 0, kill: (signal) => child.kill(signal), ended }
}

/** A model that all versions of Claude Code know, and for which none warns, or offers its auto mode. */
export const CLAUDE_MODEL = 'claude-haiku-4-5'

/** Returns the arguments for `claude` to run a prompt without permission prompts. */
export const claudePrint = (prompt: string, ...more: readonly string[]): readonly string[] => [
  '-p',
  prompt,
  '--dangerously-skip-permissions',
  '--model',
  CLAUDE_MODEL,
  ...more,
]

/** Returns the arguments for `codex` to run a prompt without permission prompts and with untrusted hooks. */
export const codexExec = (prompt: string, ...more: readonly string[]): readonly string[] => [
  'exec',
  '--skip-git-repo-check',
  '--dangerously-bypass-approvals-and-sandbox',
  '--dangerously-bypass-hook-trust',
  ...more,
  prompt,
]
