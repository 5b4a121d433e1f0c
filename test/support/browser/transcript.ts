import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Places } from '../process/service-process.js'

type Line = Readonly<Record<string, unknown>>
type Block = Readonly<Record<string, unknown>>

/** A transcript file in the format of Claude Code, written line by line. */
export interface Transcript {
  readonly user: (text: string) => void
  readonly assistant: (...content: readonly Block[]) => void
  readonly result: (call: string, output: string, failed?: boolean) => void
  /** Writes a line of any kind. */
  readonly line: (fields: Line) => void
}

export const text = (words: string): Block => ({ type: 'text', text: words })
export const call = (id: string, name: string, input: Readonly<Record<string, unknown>>): Block => ({
  type: 'tool_use',
  id,
  name,
  input,
})

const START = Date.parse('2026-11-20T10:00:00Z')

/** Opens the transcript of a session's main agent or of one of its subagents. */
export const transcriptOf = (
  { claudeHome }: Pick<Places, 'claudeHome'>,
  session: string,
  agent?: string,
): Transcript => {
  const project = join(claudeHome, 'projects', '-home-ada-shop')
  const file =
    agent === undefined
      ? join(project, `${session}.jsonl`)
      : join(project, session, 'subagents', `agent-${agent}.jsonl`)
  mkdirSync(dirname(file), { recursive: true })
  let lines = 0
  const write = (type: 'user' | 'assistant', message: Line): void => put({ type, message })
  const put = (fields: Line): void => {
    lines += 1
    const line = {
      uuid: `${agent ?? session}-${lines}`,
      sessionId: session,
      timestamp: new Date(START + lines * 1000).toISOString(),
      cwd: '/home/ada/shop',
      version: '2.1.0',
      isSidechain: agent !== undefined,
      ...(agent === undefined ? {} : { agentId: agent }),
      ...fields,
    }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
  }
  return {
    user: (words) => write('user', { role: 'user', content: words }),
    assistant: (...content) =>
      write('assistant', {
        id: `msg_${agent ?? session}_${lines}`,
        role: 'assistant',
        model: 'claude-opus-4-5',
        content,
        usage: { input_tokens: 3, output_tokens: 20, cache_read_input_tokens: 900, cache_creation_input_tokens: 40 },
      }),
    result: (tool_use_id, content, failed = false) =>
      write('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id, content, is_error: failed }] }),
    line: put,
  }
}

/** Writes a transcript in a folder that the service does not scan; returns its path. */
export const transcriptElsewhere = ({ folder }: Pick<Places, 'folder'>, session: string, prompt: string): string => {
  const claudeHome = join(folder, 'elsewhere', session)
  mkdirSync(claudeHome, { recursive: true })
  const transcript = transcriptOf({ claudeHome }, session)
  transcript.user(prompt)
  transcript.assistant(text('It is done.'))
  return join(claudeHome, 'projects', '-home-ada-shop', `${session}.jsonl`)
}
