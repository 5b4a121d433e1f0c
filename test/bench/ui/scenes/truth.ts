import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { atMost, exactly, type Figure } from '../figure.js'
import type { Scene } from '../scene.js'
import { type Theatre, withTheatre } from '../theatre.js'

const GOAL = 4
/** Timeout for a state to appear. */
const PATIENCE_MS = 15_000
const CWD = '/home/ada/shop'

type Does = (theatre: Theatre, session: string) => unknown
/** An event and the state that the page then shows. */
type Checkpoint = readonly [does: Does, truth: string]

const hook =
  (kind: string, fields: Readonly<Record<string, unknown>> = {}): Does =>
  ({ agents }, session) =>
    agents.hook(kind, session, fields)
const bash = { tool_name: 'Bash', tool_input: { command: 'make' } }
const sub = { agent_id: 'a1b2c3d4e5f60718', agent_type: 'Explore' }
const begun: readonly Checkpoint[] = [
  [hook('SessionStart', { source: 'startup' }), 'Ready'],
  [hook('UserPromptSubmit', { prompt: 'Build it' }), 'Working'],
]

const interrupt: Does = ({ places: { claudeHome } }, session) => {
  const folder = join(claudeHome, 'projects', '-home-ada-shop')
  mkdirSync(folder, { recursive: true })
  const message = { role: 'user', content: '[Request interrupted by user]' }
  const line = {
    type: 'user',
    uuid: randomUUID(),
    sessionId: session,
    timestamp: new Date().toISOString(),
    cwd: CWD,
    message,
  }
  appendFileSync(join(folder, `${session}.jsonl`), `${JSON.stringify(line)}\n`)
}

/** Kills an agent process, which then sends no SessionEnd hook. */
const killed: Does = async ({ service }, session) => {
  const agent = spawn('sleep', ['600'])
  const headers = {
    'content-type': 'application/json',
    'x-svc-pid': String(agent.pid),
    'x-svc-delivery': randomUUID(),
    'x-svc-at': String(Date.now()),
  }
  const body = JSON.stringify({ hook_event_name: 'PreToolUse', session_id: session, cwd: CWD, ...bash })
  await fetch(new URL('/api/hooks', service.url), { method: 'POST', headers, body })
  agent.kill('SIGKILL')
}

/** Writes a spooled hook, as the forwarder does when the service is down. */
const spooledEnd: Does = ({ places: { dataDir } }, session) => {
  const [at, id] = [Date.now(), randomUUID()]
  const spool = join(dataDir, 'spool')
  mkdirSync(spool, { recursive: true })
  const body = JSON.stringify({ hook_event_name: 'SessionEnd', session_id: session, reason: 'other' })
  const file = join(spool, `${at}-${id}`)
  writeFileSync(`${file}.tmp`, `1 ${id} ${at} 1 claude\n${body}`)
  renameSync(`${file}.tmp`, `${file}.hook`)
}

const traces: readonly (readonly Checkpoint[])[] = [
  [
    ...begun,
    [hook('PermissionRequest', bash), 'Waiting for you'],
    [hook('PostToolUse', bash), 'Working'],
    [hook('Stop'), 'Your turn'],
  ],
  [...begun, [interrupt, 'Interrupted']],
  [...begun, [killed, 'Done']],
  [...begun, [spooledEnd, 'Done']],
  [
    ...begun,
    [hook('SubagentStart', sub), 'Working'],
    [hook('Stop', { background_tasks: [{ id: 'b1' }] }), 'Your turn'],
  ],
  [
    ...begun,
    [hook('PreCompact', { trigger: 'auto' }), 'Working'],
    [hook('SessionStart', { source: 'compact' }), 'Working'],
  ],
  [
    ...begun,
    [hook('StopFailure', { error: 'rate limit' }), 'Failed'],
    [hook('UserPromptSubmit', { prompt: 'Again' }), 'Working'],
  ],
  [
    ...begun,
    [hook('Stop'), 'Your turn'],
    [hook('Notification', { notification_type: 'idle_prompt', message: 'Waiting for your input' }), 'Your turn'],
  ],
  [
    ...begun,
    [hook('PermissionRequest', { ...bash, ...sub }), 'Waiting for you'],
    [hook('PostToolUse', { ...bash, ...sub }), 'Working'],
  ],
]

const becomes = async (page: Page, session: string, truth: string): Promise<boolean> => {
  // Ended sessions are in the Done group, which is collapsed by default.
  const row = page.locator(`[data-row][data-session="${session}"] [data-what] .sr-only`, { hasText: `${truth}:` })
  try {
    await row.waitFor({ state: 'attached', timeout: PATIENCE_MS })
    return true
  } catch {
    return false
  }
}

/** Returns whether the side panel names the event that caused the state. */
const namesItsEvent = async (page: Page, session: string): Promise<boolean> => {
  await page.locator(`[data-row][data-session="${session}"]`).click()
  await page.waitForURL((url) => url.searchParams.get('at') === session)
  return /event [\d,. ]+\.$/.test(await page.locator('[data-peek] [data-evidence]').first().innerText())
}

/** Compares the shown states with the expected ones. */
export const truth: Scene = {
  name: 'truth',
  figures: (backstage): Promise<readonly Figure[]> =>
    withTheatre(backstage, { env: { SVC_LIVENESS: '1' } }, async (theatre) => {
      // A session that stays open, so that the list is never empty.
      await theatre.agents.working('Stay')
      const page = await theatre.open()
      await page.locator('[data-row]').first().waitFor()
      const lies: string[] = []
      let [checked, explained] = [0, 0]
      for (const trace of traces) {
        const session = randomUUID()
        for (const [does, wanted] of trace) {
          await does(theatre, session)
          const fold = page.locator('[data-rows] h2 [aria-expanded="false"]')
          if (wanted === 'Done') await fold.click({ timeout: PATIENCE_MS }).catch(() => undefined)
          checked += 1
          if (!(await becomes(page, session, wanted))) lies.push(`${wanted}, step ${trace.length}`)
          else if (await namesItsEvent(page, session)) explained += 1
        }
      }
      return [
        exactly(GOAL, `checkpoints at which the page says what is true, of ${checked}`, checked - lies.length, checked),
        exactly(GOAL, 'states that name the event they come from', explained, checked),
        atMost(GOAL, 'checkpoints that were wrong', lies.length, 0, lies.slice(0, 2).join('; ')),
      ]
    }),
}
