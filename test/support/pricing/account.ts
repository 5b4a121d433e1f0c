import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The usage of one reply, as an account's bill lists it. */
export interface Use {
  readonly session: string
  readonly agent?: string
  /** The message id, if several lines report one message. */
  readonly message?: string
  /** The working directory of the session. */
  readonly cwd?: string
  readonly model: string
  readonly at: string
  readonly input?: number
  readonly output?: number
  readonly cacheRead?: number
  /** Cache writes with a lifetime of five minutes; `written1h` has those of one hour. */
  readonly written5m?: number
  readonly written1h?: number
  readonly searches?: number
  readonly executions?: number
  readonly fast?: boolean
  readonly us?: boolean
  readonly batch?: boolean
}

const reply = (use: Use, n: number): string => {
  const { written5m = 0, written1h = 0 } = use
  return JSON.stringify({
    type: 'assistant',
    sessionId: use.session,
    ...(use.agent === undefined ? {} : { agentId: use.agent, isSidechain: true }),
    uuid: `line-${n}`,
    parentUuid: null,
    cwd: use.cwd ?? '/repo',
    timestamp: use.at,
    requestId: `req_${n}`,
    message: {
      id: use.message ?? `msg_${n}`,
      role: 'assistant',
      model: use.model,
      content: [{ type: 'text', text: `reply ${n}` }],
      stop_reason: 'end_turn',
      usage: {
        input_tokens: use.input ?? 0,
        output_tokens: use.output ?? 0,
        cache_read_input_tokens: use.cacheRead ?? 0,
        cache_creation_input_tokens: written5m + written1h,
        cache_creation: { ephemeral_5m_input_tokens: written5m, ephemeral_1h_input_tokens: written1h },
        server_tool_use: { web_search_requests: use.searches ?? 0, code_execution_requests: use.executions ?? 0 },
        speed: use.fast ? 'fast' : 'standard',
        inference_geo: use.us ? 'us' : 'not_available',
        service_tier: use.batch ? 'batch' : 'standard',
      },
    },
  })
}

/** Writes the usage as Claude Code transcripts, one file for each session and each subagent. */
export const writeTranscripts = (claudeHome: string, uses: readonly Use[]): void => {
  const files = new Map<string, string[]>()
  for (const [n, use] of uses.entries()) {
    const file = use.agent === undefined ? `${use.session}.jsonl` : `${use.session}/subagents/agent-${use.agent}.jsonl`
    files.set(file, [...(files.get(file) ?? []), reply(use, n)])
  }
  for (const [file, lines] of files) {
    const path = join(claudeHome, 'projects', '-repo', file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${lines.join('\n')}\n`)
  }
}

/** Writes a Codex rollout with fresh input, cached input and output tokens of one model. */
export const writeRollout = (
  codexHome: string,
  use: { session: string; model: string; at: string; input: number; cached: number; output: number },
): void => {
  const line = (type: string, payload: object) => JSON.stringify({ timestamp: use.at, type, payload })
  const total_token_usage = {
    input_tokens: use.input + use.cached,
    cached_input_tokens: use.cached,
    output_tokens: use.output,
    total_tokens: use.input + use.cached + use.output,
  }
  const [year = '', month = '', day = ''] = use.at.slice(0, 10).split('-')
  const folder = join(codexHome, 'sessions', year, month, day)
  mkdirSync(folder, { recursive: true })
  const lines = [
    line('session_meta', { id: use.session, cwd: '/repo', timestamp: use.at }),
    line('turn_context', { model: use.model, cwd: '/repo' }),
    line('event_msg', { type: 'token_count', info: { total_token_usage, last_token_usage: total_token_usage } }),
  ]
  writeFileSync(
    join(folder, `rollout-${use.at.slice(0, 19).replaceAll(':', '-')}-${use.session}.jsonl`),
    `${lines.join('\n')}\n`,
  )
}
