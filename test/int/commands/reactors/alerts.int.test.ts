import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemVisibility } from '../../../../src/domain/access/system-visibility.js'
import { SYSTEM } from '../../../../src/domain/access/author.js'
import { contentKey } from '../../../../src/events/digest.js'
import type { New } from '../../../../src/events/envelope.js'
import { sessionStream } from '../../../../src/events/streams.js'
import { hookOf, openWatched, replyOf, type Watched } from '../../../support/alerts/watched.js'
import { USER } from '../../../support/kernel/authors.js'
import { dump } from '../../../support/kernel/kernel.js'
import { outcomeOf } from '../../../support/kernel/outcome.js'

let watched: Watched
beforeEach(async () => {
  watched = await openWatched()
})
afterEach(async () => {
  expect(watched.complaints).toEqual([])
  await watched.close()
})

const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command } })

describe('an event pattern rule', () => {
  it('fires for matching hooks only', async () => {
    await watched.rule({ name: 'Deploys', config: { tool_name: 'Bash', summary_contains: 'DEPLOY' } })
    await watched.hook('s', 'PreToolUse', bash('make deploy'))
    await watched.hook('s', 'PreToolUse', bash('make test'))
    await watched.hook('s', 'PreToolUse', { tool_name: 'Read', tool_input: { file_path: 'deploy' } })
    await watched.hook('s', 'PreToolUse', { ...bash('deploy again'), agent_id: 'a-1' })
    expect(await watched.alerts()).toMatchObject([
      { rule_id: 'rule-1', session_id: 's', agent_id: 's-main', message: 'Deploys: PreToolUse · Bash' },
      { session_id: 's', agent_id: 'a-1' },
    ])
    expect(JSON.parse((await watched.alerts())[0]?.details ?? '')).toEqual({
      matched: { tool_name: 'Bash', summary_contains: 'DEPLOY', count: 1 },
      summary: 'Using tool: Bash · make deploy',
    })
  })

  it('ignores hooks from before it was created or updated', async () => {
    await watched.hook('s', 'Stop')
    const id = await watched.rule({ config: { event_type: 'Stop' } })
    watched.crash()
    await watched.hook('s', 'Stop')
    await outcomeOf(watched.rules.update(id, { config: { event_type: 'SessionEnd' } }, USER, systemVisibility))
    await outcomeOf(watched.rules.update(id, { config: { event_type: 'Stop' } }, USER, systemVisibility))
    await watched.watchAnew()
    expect(await watched.said()).toEqual([])
    await watched.hook('s', 'Stop')
    expect(await watched.said()).toEqual(['R: Stop'])
  })

  it('fires for hooks of Codex too', async () => {
    await watched.rule({ config: { event_type: 'Stop' } })
    const hook = hookOf('Stop', {}, watched.now())
    await watched.append('s', [{ ...hook, data: { ...hook.data, provider: 'codex' } }])
    expect(await watched.said()).toEqual(['R: Stop'])
  })

  it('does not fire while it is disabled', async () => {
    const id = await watched.rule({ config: { event_type: 'Stop' }, enabled: false })
    await watched.hook('s', 'Stop')
    await outcomeOf(watched.rules.update(id, { enabled: true }, USER, systemVisibility))
    expect(await watched.said()).toEqual([])
    await watched.hook('s', 'Stop')
    expect(await watched.said()).toHaveLength(1)
  })

  it('with a count fires when enough events of one session are within its window', async () => {
    await watched.rule({
      name: 'Loop',
      config: { event_type: 'PostToolUseFailure', count: 3, window_minutes: 5 },
      cooldown_seconds: 60,
    })
    await watched.hook('s', 'PostToolUseFailure')
    await watched.hook('other', 'PostToolUseFailure')
    watched.pass(4)
    await watched.hook('s', 'PostToolUseFailure')
    watched.pass(2)
    await watched.hook('s', 'PostToolUseFailure')
    expect(await watched.said()).toEqual([])
    watched.pass(1)
    await watched.hook('s', 'PostToolUseFailure')
    expect(await watched.alerts()).toMatchObject([
      { session_id: 's', message: 'Loop: 3 matching events within 5 min, threshold 3' },
    ])
  })

  it('matches % and _ literally when it counts', async () => {
    await watched.rule({ config: { summary_contains: '100%_', count: 2 } })
    await watched.hook('s', 'Notification', { message: '100 percent' })
    await watched.hook('s', 'Notification', { message: 'at 100%_ now' })
    expect(await watched.said()).toEqual([])
    await watched.hook('s', 'Notification', { message: 'at 100%_ again' })
    expect(await watched.said()).toHaveLength(1)
  })

  it('counts up to the time a late hook occurred, not to the time it arrived', async () => {
    await watched.rule({ config: { event_type: 'Stop', count: 2, window_minutes: 5 } })
    const early = watched.now()
    watched.pass(60)
    await watched.hook('s', 'Stop')
    await watched.append('s', [hookOf('Stop', {}, early)])
    expect(await watched.said()).toEqual([])
    await watched.append('s', [hookOf('Stop', {}, early + 1000)])
    expect(await watched.said()).toHaveLength(1)
  })

  it('does not fire for imported history', async () => {
    await watched.rule({ config: { event_type: 'Stop' } })
    await watched.rule({ rule_type: 'token_threshold', config: { total_tokens: 10 } })
    await watched.committer.submit(
      (tx) => {
        tx.append(sessionStream('old'), hookOf('Stop', {}, watched.now()))
        tx.append(sessionStream('old'), replyOf('m', 1000, watched.now()))
      },
      { quiet: true },
    )
    expect(await watched.said()).toEqual([])
  })
})

describe('a cooldown', () => {
  it('mutes a rule for the same agent of the same session until it ends', async () => {
    await watched.rule({ config: { event_type: 'Stop' }, cooldown_seconds: 300 })
    await watched.hook('s', 'Stop')
    watched.pass(4.9)
    await watched.hook('s', 'Stop')
    await watched.hook('s', 'Stop', { agent_id: 'a-1' })
    await watched.hook('other', 'Stop')
    expect((await watched.alerts()).map(({ session_id, agent_id }) => [session_id, agent_id])).toEqual([
      ['s', 's-main'],
      ['s', 'a-1'],
      ['other', 'other-main'],
    ])
    watched.pass(0.1)
    await watched.hook('s', 'Stop')
    expect(await watched.said()).toHaveLength(4)
  })

  it('applies within one commit too', async () => {
    await watched.rule({ config: { event_type: 'Stop' }, cooldown_seconds: 300 })
    const stops = [1, 2, 3].map((n) => hookOf('Stop', {}, watched.now() + n))
    await watched.append('s', stops, true)
    expect(await watched.said()).toHaveLength(1)
  })

  it('of one rule does not mute another', async () => {
    await watched.rule({ name: 'A', config: { event_type: 'Stop' }, cooldown_seconds: 300 })
    await watched.rule({ name: 'B', config: { event_type: 'Stop' }, cooldown_seconds: 300 })
    await watched.hook('s', 'Stop')
    expect(await watched.said()).toEqual(['A: Stop', 'B: Stop'])
  })
})

describe('a token threshold rule', () => {
  const tell = (message: string, tokens: number, agent: string | null = null) =>
    watched.append('s', [replyOf(message, tokens, watched.now(), agent)])

  it('fires when a session and its subagents reach it, counting each message once', async () => {
    await watched.rule({ name: 'Much', rule_type: 'token_threshold', config: { total_tokens: 2000 } })
    await watched.hook('s', 'SessionStart')
    await tell('m-1', 1000)
    await tell('m-1', 1000)
    expect(await watched.said()).toEqual([])
    await tell('m-2', 1000, 'a-1')
    expect(await watched.alerts()).toMatchObject([
      { agent_id: null, message: 'Much: 2,000 tokens used, threshold 2,000', rule_type: 'token_threshold' },
    ])
  })

  it('is evaluated at the end of a tool call, not at its start', async () => {
    await watched.hook('s', 'SessionStart')
    await tell('m-1', 4000)
    await watched.rule({ rule_type: 'token_threshold', config: { total_tokens: 2000 } })
    await watched.hook('s', 'PreToolUse', bash('ls'))
    expect(await watched.said()).toEqual([])
    await watched.hook('s', 'PostToolUse', bash('ls'))
    expect(await watched.said()).toHaveLength(1)
  })
})

describe('an inactivity or status duration rule', () => {
  it('fires in a sweep for an active session without events', async () => {
    await watched.rule({ name: 'Quiet', rule_type: 'inactivity', config: { minutes: 10 }, cooldown_seconds: 600 })
    await watched.hook('s', 'UserPromptSubmit', { prompt: 'fix it' })
    await watched.hook('ended', 'SessionEnd')
    watched.pass(9)
    await watched.sweep()
    expect(await watched.said()).toEqual([])
    watched.pass(2)
    await watched.sweep()
    await watched.sweep()
    expect(await watched.alerts()).toMatchObject([
      { session_id: 's', agent_id: null, message: 'Quiet: no activity in "fix it" for 10 min' },
    ])
    watched.pass(10)
    await watched.sweep()
    expect(await watched.said()).toHaveLength(2)
    await watched.hook('s', 'Stop')
    watched.pass(5)
    await watched.sweep()
    expect(await watched.said()).toHaveLength(2)
  })

  it('fires for main agents and subagents that stay in a status', async () => {
    await watched.rule({ name: 'Stuck', rule_type: 'status_duration', config: { status: 'working', minutes: 10 } })
    await watched.hook('s', 'UserPromptSubmit', { prompt: 'fix it' })
    await watched.hook('s', 'SubagentStart', { agent_id: 'a-1', agent_type: 'Explore' })
    await watched.hook('waits', 'Stop')
    watched.pass(11)
    await watched.sweep()
    expect((await watched.alerts()).map(({ agent_id }) => agent_id)).toEqual(['s-main', 'a-1'])
    expect((await watched.said())[1]).toContain('has been working for 10 min')
  })

  it('fires for its own status only', async () => {
    await watched.rule({ rule_type: 'status_duration', config: { status: 'waiting', minutes: 10 } })
    await watched.hook('works', 'UserPromptSubmit', { prompt: 'fix it' })
    await watched.hook('waits', 'Stop')
    watched.pass(11)
    await watched.sweep()
    expect((await watched.alerts()).map(({ session_id }) => session_id)).toEqual(['waits'])
  })
})

describe('a crash', () => {
  it('loses no alert: events not evaluated before it are evaluated after it', async () => {
    await watched.rule({ config: { event_type: 'Stop' } })
    await watched.hook('s', 'Stop')
    await watched.sweep()
    await watched.alerts()
    watched.crash()
    await watched.hook('s', 'Stop')
    await watched.hook('s', 'Stop')
    expect(await watched.said()).toHaveLength(1)
    await watched.watchAnew()
    expect(await watched.said()).toHaveLength(3)
  })

  it('duplicates no alert: events evaluated before it are skipped', async () => {
    await watched.rule({ config: { event_type: 'Stop' } })
    await watched.hook('s', 'Stop')
    await watched.hook('s', 'Stop')
    expect(await watched.said()).toHaveLength(2)
    watched.crash()
    await watched.watchAnew()
    expect(await watched.said()).toHaveLength(2)
  })
})

describe('alerts', () => {
  it('are the same after a rebuild from the log', async () => {
    const [kept, removed] = [
      await watched.rule({ config: { event_type: 'Stop' } }),
      await watched.rule({ config: { event_type: 'SessionEnd' } }),
    ]
    for (const kind of ['Stop', 'SessionEnd', 'Stop', 'Stop']) await watched.hook('s', kind)
    const [first] = await watched.alerts()
    await outcomeOf(watched.rules.acknowledge(first?.id ?? 0, USER))
    await outcomeOf(watched.rules.remove(removed, USER))
    await outcomeOf(watched.rules.update(kept, { name: 'Renamed' }, USER, systemVisibility))
    await outcomeOf(watched.rules.acknowledgeAll(USER, systemVisibility))
    await watched.hook('s', 'Stop')
    expect(
      (await watched.alerts()).map(({ rule_name, acknowledged_at }) => [rule_name, acknowledged_at !== null]),
    ).toEqual([
      ['R', true],
      ['R', true],
      ['R', true],
      ['Renamed', false],
    ])
    const live = dump(watched.connection)
    await watched.projector.rebuild(() => undefined)
    expect(dump(watched.connection)).toEqual(live)
  })
})

describe('a waiting rule', () => {
  const ask = { tool_name: 'Bash', tool_input: { command: 'rm -rf build' } }

  it('fires once for each time that a session waits for the user too long', async () => {
    await watched.rule({ name: 'Waits', rule_type: 'waiting', config: { minutes: 10 } })
    await watched.hook('s', 'UserPromptSubmit', { prompt: 'clean' })
    await watched.hook('s', 'PermissionRequest', ask)
    watched.pass(9)
    await watched.sweep()
    expect(await watched.said()).toEqual([])
    watched.pass(1)
    await watched.sweep()
    watched.pass(30)
    await watched.sweep()
    expect(await watched.alerts()).toMatchObject([
      { session_id: 's', agent_id: null, message: 'Waits: "clean" has waited for you for 10 min' },
    ])
    await watched.hook('s', 'UserPromptSubmit', { prompt: 'no' })
    await watched.hook('s', 'PermissionRequest', ask)
    watched.pass(10)
    await watched.sweep()
    // The new alert replaces the one about the wait that is over.
    expect((await watched.alerts()).map(({ acknowledged_at: at }) => at !== null)).toEqual([true, false])
  })

  it('keeps each alert about an event open', async () => {
    await watched.rule({ config: { event_type: 'Stop' }, cooldown_seconds: 0 })
    await watched.hook('s', 'Stop')
    await watched.hook('s', 'Stop')
    expect((await watched.alerts()).map(({ acknowledged_at: at }) => at)).toEqual([null, null])
  })

  it('does not fire for a session whose turn has ended', async () => {
    await watched.rule({ rule_type: 'waiting', config: { minutes: 1 } })
    await watched.hook('s', 'UserPromptSubmit', { prompt: 'clean' })
    await watched.hook('s', 'Stop')
    watched.pass(10)
    await watched.sweep()
    expect(await watched.said()).toEqual([])
  })
})

describe('a cost rule', () => {
  it('fires when a session has cost the amount, subagents included', async () => {
    await watched.rule({ name: 'Dear', rule_type: 'cost', config: { usd: 5 } })
    await watched.append('s', [replyOf('m1', 400_000, watched.now())])
    expect(await watched.said()).toEqual([])
    await watched.append('s', [replyOf('m2', 800_000, watched.now(), 'agent-1')])
    expect(await watched.alerts()).toMatchObject([
      { session_id: 's', message: 'Dear: $10.98 spent, threshold $5.00', agent_id: null },
    ])
  })
})

describe('a context rule', () => {
  it('fires for an open session whose status line reports a context that is full enough', async () => {
    await watched.rule({ name: 'Full', rule_type: 'context', config: { percent: 90 }, cooldown_seconds: 3600 })
    await watched.hook('s', 'UserPromptSubmit', { prompt: 'clean' })
    await watched.hook('over', 'UserPromptSubmit', { prompt: 'over' })
    await watched.hook('over', 'SessionEnd')
    watched.context('s', 89.9)
    await watched.sweep()
    expect(await watched.said()).toEqual([])
    watched.context('s', 92.4)
    watched.context('over', 95)
    watched.context('unknown', 95)
    await watched.sweep()
    await watched.sweep()
    expect(await watched.said()).toEqual(['Full: "clean" has used 92% of its context'])
  })
})

describe('a limit rule', () => {
  const HOUR = 3_600_000
  const reported = (at: number, usedPercent: number, resetsAt: number): New<'limits-reported'> => ({
    type: 'limits-reported',
    data: {
      provider: 'codex',
      line: 0,
      agent: null,
      limit: 'codex',
      name: null,
      plan: 'pro',
      windows: [{ minutes: 299, usedPercent, resetsAt }],
    },
    occurredAt: at,
    ...SYSTEM,
    dedup: contentKey('limits', String(at), String(usedPercent)),
  })

  it('fires once for each window of a plan that is used that far, of either CLI', async () => {
    await watched.rule({ name: 'Near', rule_type: 'limit', config: { percent: 80 } })
    await watched.hook('s', 'UserPromptSubmit', { prompt: 'go' })
    const hook = hookOf('UserPromptSubmit', { prompt: 'go' }, watched.now())
    for (const id of ['c', 'd']) await watched.append(id, [{ ...hook, data: { ...hook.data, provider: 'codex' } }])
    const resetsAt = watched.now() + HOUR
    watched.limits('s', { fiveHour: { usedPercent: 79, resetsAt }, sevenDay: null })
    await watched.append('c', [reported(watched.now(), 80.5, resetsAt)])
    await watched.sweep()
    expect(await watched.said()).toEqual(['Near: Codex has used 80% of its 5h limit'])
    // The same window, which another session reports.
    watched.pass(1)
    await watched.append('d', [reported(watched.now(), 91, resetsAt)])
    watched.limits('s', { fiveHour: { usedPercent: 80, resetsAt }, sevenDay: { usedPercent: 95, resetsAt: null } })
    await watched.sweep()
    await watched.sweep()
    expect((await watched.said()).toSorted()).toEqual([
      'Near: Claude Code has used 80% of its 5h limit',
      'Near: Claude Code has used 95% of its 7d limit',
      'Near: Codex has used 80% of its 5h limit',
    ])
    // The next window.
    watched.pass(61)
    await watched.append('d', [reported(watched.now(), 85, watched.now() + 5 * HOUR)])
    await watched.sweep()
    expect(await watched.said()).toContain('Near: Codex has used 85% of its 5h limit')
  })
})

describe('a rule limited to projects', () => {
  it('fires for their sessions only', async () => {
    await watched.rule({ config: { event_type: 'Stop', projects: ['/repo'] } })
    for (const cwd of ['/repo', '/repo/sub', undefined]) await watched.hook(`s-${cwd}`, 'Stop', cwd ? { cwd } : {})
    expect((await watched.alerts()).map(({ session_id }) => session_id)).toEqual(['s-/repo'])
  })
})
