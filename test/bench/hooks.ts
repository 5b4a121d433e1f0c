import { textSource } from './history/text.js'
import { type Random, seededRandom } from '../../src/cli/demo/random.js'

/** A hook as an agent CLI's forwarder posts it. */
export interface GeneratedHook {
  readonly delivery: string
  readonly body: string
}

const tools = ['Bash', 'Read', 'Edit', 'Grep', 'Write'] as const
// Maximum number of concurrent sessions.
const parallel = 24

type Kind = Readonly<Record<string, unknown>> & { readonly hook_event_name: string }

/** Yields the hooks of one session in the order in which an agent sends them. */
function* sessionHooks(random: Random, text: (length: number) => string): Generator<Kind> {
  const toolCall = function* (agent: object): Generator<Kind> {
    const call = {
      tool_name: random.pick(tools),
      tool_input: { command: text(random.skewed(90, 1500)), description: text(30) },
      tool_use_id: `toolu_01${random.hex(22)}`,
      ...agent,
    }
    yield { hook_event_name: 'PreToolUse', ...call }
    const duration_ms = random.int(5, 9000)
    if (random.chance(0.05)) {
      yield { hook_event_name: 'PostToolUseFailure', ...call, error: text(120), is_interrupt: false, duration_ms }
    } else {
      const tool_response = { stdout: text(random.skewed(160, 3000)), stderr: '', interrupted: false }
      yield { hook_event_name: 'PostToolUse', ...call, tool_response, duration_ms }
    }
  }
  const subagentRun = function* (): Generator<Kind> {
    const agent = { agent_id: random.hex(17), agent_type: 'Explore' }
    yield { hook_event_name: 'SubagentStart', ...agent }
    for (let calls = random.int(1, 8); calls > 0; calls--) yield* toolCall(agent)
    yield { hook_event_name: 'SubagentStop', ...agent, last_assistant_message: text(200), stop_hook_active: false }
  }
  yield { hook_event_name: 'SessionStart', source: 'startup' }
  for (let turns = random.int(1, 5); turns > 0; turns--) {
    yield { hook_event_name: 'UserPromptSubmit', prompt: text(random.skewed(150, 3000)) }
    for (let calls = random.int(2, 14); calls > 0; calls--) yield* toolCall({})
    if (random.chance(0.25)) yield* subagentRun()
    if (random.chance(0.2)) {
      yield {
        hook_event_name: 'Notification',
        message: 'Claude needs your permission',
        notification_type: 'permission_prompt',
      }
    }
    yield { hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: text(random.skewed(250, 2000)) }
  }
  yield { hook_event_name: 'SessionEnd', reason: 'prompt_input_exit' }
}

interface Running {
  readonly session: string
  readonly common: object
  readonly hooks: Generator<Kind>
}

/**
 * Returns the hooks of many sessions, up to 24 of them concurrent. The same seed gives the same stream; another seed
 * gives other sessions, which are new to a service.
 */
export const hookStream = (sessions: number, seed = 1): readonly GeneratedHook[] => {
  const random = seededRandom(seed)
  const text = textSource(random)
  const start = (): Running => {
    const session = random.uuid()
    const cwd = `/home/dev/project-${random.int(1, 12)}`
    const transcript_path = `/home/dev/.claude/projects/${cwd.replaceAll('/', '-')}/${session}.jsonl`
    const common = { session_id: session, transcript_path, cwd, permission_mode: 'default', prompt_id: random.uuid() }
    return { session, common, hooks: sessionHooks(random, text) }
  }
  const stream: GeneratedHook[] = []
  let waiting = sessions
  let running: Running[] = []
  while (waiting > 0 || running.length > 0) {
    while (waiting > 0 && running.length < parallel) {
      running.push(start())
      waiting--
    }
    const turn = running[random.int(0, running.length - 1)]
    const hook = turn?.hooks.next()
    if (turn === undefined || hook === undefined || hook.done === true) running = running.filter((one) => one !== turn)
    else stream.push({ delivery: random.uuid(), body: JSON.stringify({ ...turn.common, ...hook.value }) })
  }
  return stream
}
