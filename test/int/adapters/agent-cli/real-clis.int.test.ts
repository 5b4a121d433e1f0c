import { Either } from 'effect'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { agentCli } from '../../../../src/adapters/agent-cli/agent-cli.js'
import { announceServer } from '../../../../src/adapters/agent-cli/server-file.js'
import { parseSpooled } from '../../../../src/adapters/spool/spooled-hook.js'
import { findClis } from '../../../support/agents/clis.js'
import { type AgentHome, makeAgentHome } from '../../../support/agents/home.js'
import { type Recorder, startRecorder } from '../../../support/agents/recorder.js'
import { CLAUDE_MODEL, claudePrint, codexExec, startAgent } from '../../../support/agents/run.js'
import { openTerminal } from '../../../support/agents/tmux.js'
import { until } from '../../../support/agents/until.js'
import { scripted, subagent } from '../../../support/stub-model/script.js'
import { startStubModel, type StubModel } from '../../../support/stub-model/server.js'

const clis = findClis()
// Claude Code sometimes exits before it starts its SessionEnd hook (3 of 568 runs on a busy machine). A hook cannot
// prevent that, so retry such a run.
const options = { timeout: 120_000, retry: 2 }
const lastHookMs = 15_000

let model: StubModel
let recorder: Recorder
let home: AgentHome

beforeEach(async () => {
  model = await startStubModel()
  recorder = await startRecorder()
  home = makeAgentHome(model.url)
  announceServer(home.dataDir, { host: '127.0.0.1', port: recorder.port, pid: process.pid })
})
afterEach(async () => {
  await recorder.close()
  await model.close()
  home.remove()
})

const install = (provider: 'claude' | 'codex') => Either.getOrThrow(agentCli(home).install(provider))

/** A delivery, posted or spooled, in the form that tests compare. */
interface Hook {
  readonly delivery: string
  readonly pid: number
  readonly name: string
  readonly body: Record<string, unknown>
}

const hookOf = (delivery: unknown, pid: unknown, text: string): Hook => {
  const body = JSON.parse(text)
  return { delivery: String(delivery), pid: Number(pid), name: body.hook_event_name, body }
}

const posted = (): Hook[] =>
  recorder.deliveries.map(({ headers, body }) => hookOf(headers['x-svc-delivery'], headers['x-svc-pid'], body))

const spooled = (): Hook[] => {
  const spool = join(home.dataDir, 'spool')
  const names = existsSync(spool) ? readdirSync(spool) : []
  return names
    .filter((name) => name.endsWith('.hook'))
    .toSorted()
    .flatMap((name) => {
      const hook = parseSpooled(readFileSync(join(spool, name), 'utf8'))
      return hook === null ? [] : [hookOf(hook.delivery, hook.pid, hook.body)]
    })
}

const has =
  (hooks: () => Hook[], name: string, count = 1) =>
  () => {
    const found = hooks()
    return found.filter((hook) => hook.name === name).length >= count && found
  }
const namesOf = (hooks: readonly Hook[]) => hooks.map((hook) => hook.name).toSorted()

const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'test' } })
const workWithSubagent = scripted('go', [
  { tools: [subagent('general-purpose', 'look around', [bash('echo inside'), { text: 'seen' }]), bash('exit 3')] },
  { text: 'done' },
])
/** The hooks of one run of {@link workWithSubagent}, sorted by name. */
const expected = [
  'PostToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PreToolUse',
  'PreToolUse',
  'PreToolUse',
  'SessionEnd',
  'SessionStart',
  'Stop',
  'SubagentStart',
  'SubagentStop',
  'UserPromptSubmit',
]

const claude = () => startAgent(home, clis?.claude ?? '', claudePrint(workWithSubagent))

describe.skipIf(clis === null)('hooks of the real Claude Code', options, () => {
  it('arrive exactly once with its pid, and do not change its output', async () => {
    const without = await claude().ended
    expect(without).toEqual({ status: 0, stdout: 'done\n', stderr: '' })
    install('claude')
    const run = claude()
    expect(await run.ended).toEqual(without)
    const hooks = await until('the last hook', () => posted().length >= expected.length && posted(), lastHookMs)
    expect(namesOf(hooks)).toEqual(expected)
    expect(new Set(hooks.map((hook) => hook.delivery)).size).toBe(expected.length)
    expect(new Set(hooks.map((hook) => hook.pid))).toEqual(new Set([run.pid]))
  })

  it('are all spooled in order when the service is stopped', async () => {
    install('claude')
    await recorder.close()
    expect(await claude().ended).toMatchObject({ status: 0, stdout: 'done\n', stderr: '' })
    const hooks = await until('the last hook', () => spooled().length >= expected.length && spooled(), lastHookMs)
    expect(namesOf(hooks)).toEqual(expected)
    expect([hooks[0]?.name, hooks.at(-2)?.name, hooks.at(-1)?.name]).toEqual(['SessionStart', 'Stop', 'SessionEnd'])
  })

  it('are all spooled under their delivery ids when the service hangs', async () => {
    install('claude')
    recorder.hang = true
    expect(await claude().ended).toMatchObject({ status: 0, stdout: 'done\n', stderr: '' })
    const hooks = await until('the last hook', () => spooled().length >= expected.length && spooled(), lastHookMs)
    expect(namesOf(hooks)).toEqual(expected)
    expect(
      posted()
        .map((hook) => hook.delivery)
        .toSorted(),
    ).toEqual(hooks.map((hook) => hook.delivery).toSorted())
  })

  it('do not change the exit code of a failed run', async () => {
    install('claude')
    const prompt = scripted('go', [{ error: 400, forever: true }])
    const end = await startAgent(home, clis?.claude ?? '', claudePrint(prompt)).ended
    expect(end.status).toBe(1)
    await until('the failure', has(posted, 'StopFailure'))
    // The error itself is only a code.
    const failure = posted().find((hook) => hook.name === 'StopFailure')
    expect(failure?.body).toMatchObject({ error: 'unknown', last_assistant_message: 'API Error: 400 scripted error' })
  })

  it('do not affect a run when their data directory is missing', async () => {
    install('claude')
    rmSync(home.dataDir, { recursive: true })
    expect(await claude().ended).toEqual({ status: 0, stdout: 'done\n', stderr: '' })
  })

  it('arrive from an interactive session until its end', async () => {
    install('claude')
    const terminal = openTerminal(home, [clis?.claude ?? '', '--model', CLAUDE_MODEL])
    try {
      await terminal.shows('❯')
      await terminal.say(scripted('hello', [bash('echo hi'), { text: 'finished here' }]))
      await until('the end of the turn', has(posted, 'Stop'))
      await terminal.say('/exit')
      const hooks = await until('the end of the session', has(posted, 'SessionEnd'))
      expect(new Set(hooks.map((hook) => hook.pid))).toEqual(new Set([terminal.pid]))
      expect(namesOf(hooks)).toEqual([
        'PostToolUse',
        'PreToolUse',
        'SessionEnd',
        'SessionStart',
        'Stop',
        'UserPromptSubmit',
      ])
    } finally {
      terminal.close()
    }
  })
})

describe.skipIf(clis === null)('hooks of the real Codex', options, () => {
  it('arrive exactly once with one pid, and do not change its output', async () => {
    const prompt = scripted('go', [{ tool: 'exec_command', input: { cmd: 'echo hi' } }, { text: 'done' }])
    const without = await startAgent(home, clis?.codex ?? '', codexExec(prompt)).ended
    expect(without).toMatchObject({ status: 0, stdout: 'done\n' })
    install('codex')
    const run = startAgent(home, clis?.codex ?? '', codexExec(prompt))
    expect(await run.ended).toMatchObject({ status: 0, stdout: 'done\n' })
    const hooks = await until('the last hook', has(posted, 'SessionEnd'))
    expect(namesOf(hooks)).toEqual([
      'PostToolUse',
      'PreToolUse',
      'SessionEnd',
      'SessionStart',
      'Stop',
      'UserPromptSubmit',
    ])
    expect(new Set(hooks.map((hook) => hook.pid)).size).toBe(1)
    expect(recorder.deliveries.every(({ path }) => path === '/api/hooks/codex')).toBe(true)
  })
})
