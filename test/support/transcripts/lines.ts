/** The kind of transcript: of a Claude Code main agent, of a subagent, or a Codex rollout. */
export type Kind = 'claude' | 'agent' | 'codex'

const START = Date.parse('2026-11-01T10:00:00Z')
const timestamp = (n: number): string => new Date(START + n * 1000).toISOString()
const callId = (n: number): string => `toolu_${String(n).padStart(20, '0')}`

/** Returns line `n`, counted over all files. The lines of a session cycle through all line types. */
export const lineOf = (kind: Kind, session: string, n: number): string =>
  `${JSON.stringify(kind === 'codex' ? codexLine(session, n) : claudeLine(kind, session, n))}\n`

const claudeLine = (kind: Kind, session: string, n: number): object => {
  const common = {
    sessionId: session,
    uuid: `u-${n}`,
    timestamp: timestamp(n),
    cwd: '/repo',
    isSidechain: kind === 'agent',
    ...(kind === 'agent' ? { agentId: 'a1' } : {}),
  }
  const said = (role: 'user' | 'assistant', more: object): object => ({
    ...common,
    type: role,
    message: { role, ...more },
  })
  const usage = { input_tokens: 10 + n, output_tokens: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 0 }
  const reply = { id: `msg_${n}`, model: 'claude-sonnet-4-5', usage }
  switch (n % 6) {
    case 0:
      return said('user', { content: `prompt ${n} – größer` })
    case 1:
      return said('assistant', {
        ...reply,
        content: [{ type: 'tool_use', id: callId(n), name: 'Bash', input: { command: 'ls' } }],
      })
    case 2:
      return said('user', { content: [{ type: 'tool_result', tool_use_id: callId(n - 1), content: 'done' }] })
    case 3:
      return said('assistant', { ...reply, content: [{ type: 'text', text: `reply ${n}` }] })
    case 4:
      return { type: 'custom-title', customTitle: `title ${n}`, sessionId: session }
    default:
      return { ...common, type: 'system', subtype: 'turn_duration', durationMs: n * 100 }
  }
}

const codexLine = (session: string, n: number): object => {
  const line = (type: string, payload: object): object => ({ timestamp: timestamp(n), type, payload })
  const total = { input_tokens: 100 * n, cached_input_tokens: 10 * n, output_tokens: n, total_tokens: 101 * n }
  switch (n % 6) {
    case 0:
      return line('session_meta', { id: session, cwd: '/repo', timestamp: timestamp(n) })
    case 1:
      return line('turn_context', { model: 'gpt-5.2', cwd: '/repo' })
    case 2:
      return line('response_item', {
        type: 'function_call',
        name: 'exec_command',
        arguments: '{"cmd":"ls"}',
        call_id: callId(n),
      })
    case 3:
      return line('response_item', { type: 'function_call_output', call_id: callId(n - 1), output: 'done' })
    case 4:
      return line('event_msg', { type: 'user_message', message: `prompt ${n}` })
    default:
      return line('event_msg', { type: 'token_count', info: { total_token_usage: total } })
  }
}
