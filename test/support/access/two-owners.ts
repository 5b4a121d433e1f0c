import { join } from 'node:path'
import { EventIndex } from '../../../src/adapters/sqlite/side/event-index.js'
import { SideFile } from '../../../src/adapters/sqlite/side/side-file.js'
import type { New, Payload } from '../../../src/events/envelope.js'
import {
  alertRuleStream,
  budgetStream,
  GIT_CREDENTIALS_STREAM,
  LOCKS_STREAM,
  laneStream,
  raceStream,
  trainStream,
  prefsStream,
  PUSH_STREAM,
  sourceStream,
  type StreamName,
  userStream,
  webhookStream,
} from '../../../src/events/streams.js'
import { openKernel } from '../kernel/kernel.js'
import { adoptedLane } from '../domain/adopted-lane.js'

export const NOON = Date.UTC(2026, 10, 20, 12)
const MINUTE = 60_000
const DAY = 1440 * MINUTE

/** The ids of the users' lanes. */
export const LANE_IDS: Readonly<Record<string, number>> = { ada: 1, ben: 2 }

type Line = Payload<'reply-recorded'>

/** Returns one user's events: a session with agents, calls, usage, plan and run; a rule, alert, webhook and source. */
const storyOf = (user: string, at: number): readonly (readonly [stream: string, event: New])[] => {
  const [session, by] = [`session-${user}`, `user:${user}`] as const
  let minutes = 0
  const when = (): number => at + MINUTE * minutes++
  const hook = (kind: string, more: Readonly<Record<string, unknown>> = {}): readonly [string, New] => {
    const payload = { session_id: user, cwd: `/home/${user}`, ...more }
    return [
      session,
      { type: 'hook-received', data: { kind, provider: 'claude', payload }, occurredAt: when(), by, via: 'hook' },
    ]
  }
  const requested = (run: string, slot: number, more: Partial<Payload<'run-requested'>> = {}) =>
    of(
      'run-requested',
      {
        lane: LANE_IDS[user] ?? 0,
        run,
        slot,
        tool: 'cli_a',
        cwd: `/home/${user}`,
        prompt: `prompt of ${user}`,
        model: null,
        permissionMode: 'auto',
        effort: null,
        sandbox: null,
        approval: null,
        resume: `resumed-${user}`,
        fork: false,
        worktree: null,
        ...more,
      },
      laneStream(user),
    )
  const asked = (ask: string) =>
    of(
      'ask-opened',
      {
        lane: LANE_IDS[user] ?? 0,
        run: `run_${user}`,
        slot: 0,
        session: null,
        ask,
        digest: ask,
        kind: 'permission',
        text: `May ${user} do this?`,
        options: [],
        answerable: true,
        screen: [],
      },
      laneStream(user),
    )
  const finished = (kind: string): readonly [string, New] => {
    const payload = { session_id: `done-${user}`, cwd: `/home/${user}` }
    const data = { kind, provider: 'claude', payload } as const
    return [`session-done-${user}`, { type: 'hook-received', data, occurredAt: when(), by, via: 'hook' }]
  }
  const reply = (message: string, agent: string | null, tool: Line['tool']): readonly [string, New] => [
    session,
    {
      type: 'reply-recorded',
      occurredAt: when(),
      by,
      via: 'transcript',
      data: {
        provider: 'claude',
        line: minutes,
        agent,
        message: `msg_${user}_${message}`,
        model: `claude-sonnet-4-5-${user}`,
        speed: 'standard',
        geo: 'global',
        tier: 'standard',
        embedded: false,
        usage: {
          input: 10,
          output: 20,
          cacheRead: 30,
          cacheWrite: 40,
          cacheWrite1h: 0,
          webSearch: 1,
          webFetch: 0,
          codeExecution: 0,
        },
        tool,
        excerpt: `reply of ${user}`,
        ends: false,
      },
    },
  ]
  const of = <T extends New['type']>(type: T, data: Payload<T>, stream: string = session) =>
    [stream, { type, data, occurredAt: when(), by, via: 'hook' } as unknown as New] as const
  const call = `toolu_${user}_1`
  const agent = `agent-${user}`
  return [
    hook('SessionStart', { source: 'startup', model: `claude-sonnet-4-5-${user}` }),
    hook('UserPromptSubmit', { prompt: `prompt of ${user}` }),
    hook('PreToolUse', { tool_name: 'Bash', tool_input: { command: `npm test -- ${user}` }, tool_use_id: call }),
    hook('PostToolUse', { tool_name: 'Bash', tool_use_id: call, duration_ms: 40 }),
    hook('PreToolUse', { tool_name: `mcp__${user}`, tool_input: {}, tool_use_id: `${call}0` }),
    hook('PreToolUse', { tool_name: 'Edit', tool_input: { file_path: `/${user}.ts` }, tool_use_id: `${call}1` }),
    hook('PermissionRequest', { tool_name: 'Bash', tool_input: { command: `rm ${user}` } }),
    hook('SubagentStart', { agent_id: agent, agent_type: `Explore-${user}` }),
    of('session-tags-set', { tags: [`tag-${user}`] }),
    of('session-note-set', { note: `note of ${user}` }),
    of('cost-reported', { provider: 'claude', line: 0, agent: null, total: user.length, complete: true }),
    of('limits-reported', {
      provider: 'claude',
      line: 0,
      agent: null,
      limit: `limit-${user}`,
      name: `Limit of ${user}`,
      plan: `plan-${user}`,
      windows: [{ minutes: 43_200, usedPercent: 5, resetsAt: null }],
    }),
    of('subagent-transcript-found', {
      provider: 'claude',
      line: 0,
      agent,
      agentType: `Explore-${user}`,
      description: `look ${user}`,
      toolUseId: null,
    }),
    reply('1', null, { id: call, name: 'Bash', target: `ls ${user}` }),
    reply('2', agent, null),
    of('compaction-seen', {
      provider: 'claude',
      line: 90,
      agent: null,
      uuid: `uuid-${user}`,
      trigger: 'auto',
      preTokens: 1000,
      durationMs: null,
    }),
    of('api-error-recorded', {
      provider: 'claude',
      line: 91,
      agent: null,
      uuid: `error-${user}`,
      text: 'overloaded',
      status: 529,
      retrying: true,
    }),
    of('plan-recorded', {
      provider: 'claude',
      line: 92,
      agent: null,
      tool: 'TodoWrite',
      replaces: true,
      items: [{ id: '1', text: `task of ${user}`, status: 'pending', description: null }],
      explanation: null,
    }),
    of('workflow-run-recorded', {
      provider: 'claude',
      run: `run-${user}`,
      taskId: null,
      name: `review-${user}`,
      status: 'completed',
      defaultModel: null,
      startedAt: at,
      endedAt: at + MINUTE,
      durationMs: MINUTE,
      agentCount: 1,
      totalTokens: 5,
      totalToolCalls: 1,
      phases: [],
      progress: [{ type: 'workflow_agent', index: 1, agentId: agent }],
      scriptPath: null,
      journalPath: null,
      source: 'journal',
    }),
    of(
      'alert-rule-set',
      {
        rule: `rule-${user}`,
        name: `rule of ${user}`,
        ruleType: 'inactivity',
        config: { minutes: 5 },
        enabled: true,
        cooldownSeconds: 1,
      },
      alertRuleStream(`rule-${user}`),
    ),
    of(
      'webhook-target-set',
      {
        target: `hook-${user}`,
        name: `hook of ${user}`,
        targetType: 'generic',
        enabled: true,
        urlPreview: null,
        hasSecret: false,
        headerNames: [],
        config: {},
        secretFields: [],
        ruleIds: null,
      },
      webhookStream(`hook-${user}`),
    ),
    of('lane-created', adoptedLane(LANE_IDS[user] ?? 0, `/home/${user}`), laneStream(user)),
    of(
      'lane-created',
      {
        ...adoptedLane((LANE_IDS[user] ?? 0) + 100, `/srv/${user}-lanes/cards`),
        kind: 'managed',
        sourceRepo: `/srv/${user}`,
      },
      laneStream(`${user}-managed`),
    ),
    of('lane-created', adoptedLane((LANE_IDS[user] ?? 0) + 200, `/srv/${user}-rest`), laneStream(`${user}-rest`)),
    [`session-rest-${user}`, hook('Stop', { session_id: `rest-${user}`, cwd: `/srv/${user}-rest` })[1]],
    of(
      'comment-added',
      {
        lane: LANE_IDS[user] ?? 0,
        comment: `comment_${user}`,
        account: by,
        path: 'a.ts',
        line: 1,
        endLine: null,
        side: 'new',
        quote: null,
        text: `comment of ${user}`,
        block: null,
      },
      laneStream(user),
    ),
    of(
      'message-queued',
      {
        lane: LANE_IDS[user] ?? 0,
        message: `message_${user}`,
        account: by,
        slot: null,
        text: `message of ${user}`,
        command: false,
      },
      laneStream(user),
    ),
    of(
      'lane-checked',
      {
        lane: LANE_IDS[user] ?? 0,
        kind: 'lint',
        command: `lint of ${user}`,
        end: 'exited',
        code: 0,
        duration: 5,
        output: `output of ${user}`,
      },
      laneStream(user),
    ),
    of(
      'blocks-marked',
      { lane: LANE_IDS[user] ?? 0, account: by, seen: [{ path: user, hash: user, ordinal: 0 }], unseen: [] },
      laneStream(user),
    ),
    of('lane-accepted', { lane: LANE_IDS[user] ?? 0, diff: `diff-${user}`, head: null }, laneStream(user)),
    of(
      'lane-landed',
      {
        lane: LANE_IDS[user] ?? 0,
        base: 'main',
        how: 'merge',
        head: `head-${user}`,
        commit: `commit-${user}`,
        before: 'before',
        folder: null,
      },
      laneStream(user),
    ),
    of(
      'train-started',
      {
        train: `train_${user}`,
        repository: `/${user}/.git`,
        base: 'main',
        how: 'merge',
        lanes: [LANE_IDS[user] ?? 0],
      },
      trainStream(`train_${user}`),
    ),
    of(
      'train-lane-done',
      {
        train: `train_${user}`,
        lane: LANE_IDS[user] ?? 0,
        outcome: 'conflicts',
        commit: null,
        details: [`file of ${user}`],
        told: false,
      },
      trainStream(`train_${user}`),
    ),
    of(
      'race-started',
      {
        race: `race_${user}`,
        title: `race of ${user}`,
        repository: `/${user}`,
        base: 'main',
        limit: 1,
        entries: [{ lane: LANE_IDS[user] ?? 0, tool: 'cli_a', model: null, effort: null }],
      },
      raceStream(`race_${user}`),
    ),
    of('lane-router-attached', { lane: LANE_IDS[user] ?? 0, router: `proxy-${user}` }, laneStream(user)),
    // Before the usage and the limits of its session, which are those of the account.
    [
      laneStream(user),
      { ...requested(`run_${user}_account`, 3, { resume: null, account: `account-${user}` })[1], occurredAt: at },
    ],
    of(
      'run-session-reported',
      { lane: LANE_IDS[user] ?? 0, run: `run_${user}_account`, session: user },
      laneStream(user),
    ),
    requested(`run_${user}`, 0),
    requested(`run_${user}_before`, 1),
    requested(`run_${user}_reported`, 2),
    of(
      'run-session-reported',
      { lane: LANE_IDS[user] ?? 0, run: `run_${user}_reported`, session: `reported-${user}` },
      laneStream(user),
    ),
    asked(`ask_${user}_before`),
    of(
      'ask-answered',
      { lane: LANE_IDS[user] ?? 0, ask: `ask_${user}_before`, option: '1', label: 'Yes', hasText: false, nonce: user },
      laneStream(user),
    ),
    of('ask-closed', { lane: LANE_IDS[user] ?? 0, ask: `ask_${user}_before`, outcome: 'taken' }, laneStream(user)),
    asked(`ask_${user}`),
    of(
      'feature-activated',
      { lane: LANE_IDS[user] ?? 0, feature: LANE_IDS[user] ?? 0, slug: `feature-${user}`, title: null },
      laneStream(user),
    ),
    of(
      'stack-slot-assigned',
      { lane: LANE_IDS[user] ?? 0, slot: 1, ports: { WEB: 3001 }, repository: `/home/${user}` },
      laneStream(user),
    ),
    of('stack-hook-started', { lane: LANE_IDS[user] ?? 0, job: `job-${user}`, hook: 'seed' }, laneStream(user)),
    of(
      'stage-declared',
      {
        lane: LANE_IDS[user] ?? 0,
        pipeline: 'feature',
        feature: null,
        stage: `stage-${user}`,
        result: 'pass',
        evidence: ['log.txt'],
        move: 'start',
        passed: null,
        dropped: [],
      },
      laneStream(user),
    ),
    of(
      'run-session-reported',
      { lane: LANE_IDS[user] ?? 0, run: `run_${user}_before`, session: `before-${user}` },
      laneStream(user),
    ),
    of(
      'run-ended',
      {
        lane: LANE_IDS[user] ?? 0,
        run: `run_${user}_before`,
        reason: 'vanished',
        code: null,
        signal: null,
        detail: null,
        endedAt: 0,
      },
      laneStream(user),
    ),
    finished('SessionStart'),
    finished('SessionEnd'),
    of(
      'git-credential-saved',
      { protocol: 'https', host: 'git.example', username: user, revision: 'r1' },
      GIT_CREDENTIALS_STREAM,
    ),
    of('prefs-changed', { account: by, set: { theme: `theme-${user}` } }, prefsStream(user)),
    of('decision-postponed', { account: by, decision: `review-${user}`, until: NOON + 9 * DAY }, prefsStream(user)),
    of('user-onboarded', { account: by }, userStream(user)),
    of('user-instructions-changed', { account: by, revision: `mine-${user}`, length: 1 }, userStream(user)),
    of(
      'lane-instructions-changed',
      { lane: LANE_IDS[user] ?? 0, revision: `lane-${user}`, length: 1 },
      laneStream(user),
    ),
    of('lock-acquired', { name: 'db', holder: user }, LOCKS_STREAM),
    of('push-subscribed', { subscription: `push-${user}`, host: 'push.example' }, PUSH_STREAM),
    of(
      'source-set',
      {
        source: `source-${user}`,
        label: `box of ${user}`,
        host: 'box',
        sshPort: null,
        identityFile: null,
        remoteHome: '~/.claude',
        remoteCodexHome: '~/.codex',
        enabled: true,
      },
      sourceStream(`source-${user}`),
    ),
    of(
      'budget-set',
      {
        budget: `budget-${user}`,
        name: `budget of ${user}`,
        period: 'month',
        cwd: null,
        amountUsd: 10,
        timezone: 'UTC',
        enabled: true,
        alertAt: [50],
        reached: { periodStart: '2026-11-01', percent: 0 },
      },
      budgetStream(`budget-${user}`),
    ),
    of(
      'alert-fired',
      {
        rule: `budget-${user}`,
        ruleName: `budget of ${user}`,
        ruleType: 'budget',
        agent: null,
        message: `budget alert of ${user}`,
        details: {},
      },
      budgetStream(`budget-${user}`),
    ),
    of('alert-fired', {
      rule: `rule-${user}`,
      ruleName: `rule of ${user}`,
      ruleType: 'inactivity',
      agent: null,
      message: `alert of ${user}`,
      details: {},
    }),
  ]
}

/** Opens a database with the rows of the given users, each a day after the previous one, and the side file. */
export const openOwners = async (users: readonly string[]) => {
  const kernel = openKernel()
  for (const [i, user] of users.entries()) {
    const began = NOON + i * DAY
    const append = (stream: string, event: New) =>
      kernel.committer.submit((tx) => {
        const appended = tx.append(stream as StreamName, event as New<never>)
        return appended.duplicate ? appended.position : appended.event.position
      })
    let last = 0
    for (const [stream, event] of storyOf(user, began)) last = await append(stream, event)
    // The last event is the alert. One of its deliveries is done, the other is pending.
    const targets = [`hook-${user}`]
    const author = { by: `user:${user}`, via: 'system' } as const
    const outcome = {
      target: `hook-${user}`,
      targetName: user,
      targetType: 'generic',
      alert: null,
      statusCode: 200,
    } as const
    await append(`session-${user}`, {
      type: 'webhook-requested',
      data: { alert: last, targets },
      occurredAt: began + 60 * MINUTE,
      ...author,
    })
    await append(webhookStream(`hook-${user}`), {
      type: 'webhook-delivered',
      data: { ...outcome, attempts: 1, error: null },
      occurredAt: began + 61 * MINUTE,
      ...author,
    })
  }
  const side = new SideFile(join(kernel.folder, 'switchyard.db'), join(kernel.folder, 'side.db'))
  const index = new EventIndex(side)
  while (index.advance());
  const streams = side.db.all<{ stream: number; id: string }>('select stream, id from p_session order by stream')
  for (const { stream, id } of streams) {
    side.own.prepare('insert into talk values (?, ?, ?, 1, 0, ?)').run(stream, stream, '', '')
    side.own.prepare('insert into talk_line values (?, ?, 1, 0, 0)').run(stream, stream)
    side.own.prepare('insert into talk_text (rowid, body) values (?, ?)').run(stream, `word of ${id}`)
  }
  return {
    db: side.db,
    side,
    positions: side.db.all<{ id: number; at: number }>('select id, at from p_event order by id'),
    close: async () => {
      side.close()
      await kernel.close()
    },
  }
}
