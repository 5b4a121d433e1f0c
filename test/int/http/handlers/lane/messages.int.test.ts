import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { type AgentScript, writeScriptedAgent } from '../../../../support/agents/scripted-agent.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { endServer, hasTmux, tmuxOf } from '../../../../support/tmux/panes.js'
import { kill } from '../../../../support/process/kill.js'

interface Answer {
  readonly lane: { readonly id: number; readonly status: string }
  readonly run_id: string
  readonly slot: number
  readonly started: boolean
  readonly error?: { readonly code: string; readonly message: string }
}

const QUESTION = [' Do you want to proceed?', ' ❯ 1. Yes', '   2. No', '', ' Enter to confirm · Esc to cancel']
const UNNUMBERED = [' Accessing workspace:', '', ' ❯ No, exit', '   Yes, I trust this folder', '', ' Enter to confirm']
const NO_KEYS = [' Exit plan mode?', '', ' Claude wants to exit plan mode', '', ' ❯ 1. Yes', '   2. No']
const PARKED = [
  '  Your session moved to the background',
  '─'.repeat(60),
  '❯ describe a task for a new session',
  '─'.repeat(60),
  '  enter to return · space to reply',
]

let app: App
let root: string
let lane: number
const dataDir = (): string => join(root, 'data')
const post = async (path: string, body: unknown = {}) => {
  const { status, json } = await app.send<Answer>(path, { method: 'POST', body })
  return { status, ...json }
}
const start = (body: object = {}) => post(`/api/lanes/${lane}/start`, body)
const message = (body: object) => post(`/api/lanes/${lane}/message`, body)
const review = (body: object) => post(`/api/lanes/${lane}/review`, body)
const codeOf = ({ status, error }: Awaited<ReturnType<typeof post>>) => [status, error?.code]
interface Entry {
  readonly argv?: readonly string[]
  readonly sent?: string
  readonly key?: string
}
const logged = (slot: number, of = lane): readonly Entry[] => {
  try {
    const lines = readFileSync(join(root, `log.${of}.${slot}`), 'utf8')
      .trim()
      .split('\n')
    return lines.map((line) => JSON.parse(line) as Entry)
  } catch {
    return []
  }
}
const given = (slot: number) => until(`the agent in slot ${slot}`, () => logged(slot)[0]?.argv?.join('\n') ?? false)
const sent = (slot: number) =>
  until(`a prompt in slot ${slot}`, () => logged(slot).find((entry) => entry.sent !== undefined)?.sent ?? false)
/** What the agent in a slot got after its start. */
const got = (slot: number, of = lane): readonly Entry[] => logged(slot, of).slice(1)
const screen = (slot: number, of = lane): string =>
  tmuxOf(dataDir())('capture-pane', '-p', '-t', `=lane-${of}-${slot}:`)
const shows = (slot: number, text: string, of = lane): Promise<string> =>
  until(`slot ${slot} to show ${text}`, () => {
    const shown = screen(slot, of)
    return shown.includes(text) && shown
  })
const script = (agent: AgentScript): void => writeFileSync(join(root, 'agent.json'), JSON.stringify(agent))
/** Writes what the Claude Code in a slot says about itself. */
const says = (slot: number, members: object): void => {
  const pid = Number(tmuxOf(dataDir())('display-message', '-p', '-t', `=lane-${lane}-${slot}:`, '#{pane_pid}'))
  mkdirSync(join(app.claudeHome, 'sessions'), { recursive: true })
  writeFileSync(join(app.claudeHome, 'sessions', `${pid}.json`), JSON.stringify({ pid, ...members }))
}

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-messages-')))
  mkdirSync(join(root, 'bin'))
  mkdirSync(join(root, 'shop'))
  for (const name of ['claude', 'codex']) writeScriptedAgent(join(root, 'bin', name))
  script({})
  app = await startApp({ PATH: `${join(root, 'bin')}:${process.env['PATH']}`, HOME: root, SHELL: '/bin/sh' }, root)
  lane = (await post('/api/lanes', { cwd: join(root, 'shop') })).lane.id
})
afterEach(async () => {
  await app.close()
  if (hasTmux) endServer(dataDir())
  rmSync(root, { recursive: true, force: true })
})

const comments = [{ path: 'a.txt', line: 2, text: 'Why "two"?' }]

describe.skipIf(!hasTmux)('comments on the changes of a lane', () => {
  const path = () => `/api/lanes/${lane}/comments`
  const add = (body: object) => app.send<{ comment: { id: string } }>(path(), { method: 'POST', body })
  const states = async () =>
    (
      await app.get<{ comments: readonly { text: string; state: string; run_id: string | null }[] }>(path())
    ).comments.map(({ text, state, run_id: run }) => [text, state, run])

  it('are drafts until they are sent as one message, and stay drafts where the agent asks', async () => {
    const first = (await add({ path: 'a.txt', line: 2, quote: 'two', text: 'Why "two"?' })).json.comment.id
    await add({ path: 'b.txt', text: 'Delete it.' })
    await add({ path: 'c.txt', text: 'A mistake.' })
    const [, , third] = (await app.get<{ comments: readonly { id: string }[] }>(path())).comments
    await app.send(`${path()}/${third?.id}`, { method: 'DELETE' })
    await app.send(`${path()}/${first}`, { method: 'PATCH', body: { text: 'Why not 2?' } })
    script({ dialog: QUESTION })
    await start()
    await shows(0, 'Esc to cancel')
    expect(codeOf(await post(`${path()}/send`))).toEqual([409, 'ENOTREADY'])
    expect((await states()).map(([, state]) => state)).toEqual(['draft', 'draft'])
    await post(`/api/lanes/${lane}/stop`, { slot: 0 })
    script({})
    const { run_id: run } = await start()
    expect(await post(`${path()}/send`, { summary: 'Two things.' })).toMatchObject({ sent: 2, run_id: run, slot: 0 })
    expect(await sent(0)).toMatch(
      /Two things\.[^]*1\. a\.txt:2\n {3}> two\n {3}Why not 2\?[^]*2\. b\.txt\n {3}Delete it\./,
    )
    expect(await states()).toEqual([
      ['Why not 2?', 'sent', run],
      ['Delete it.', 'sent', run],
    ])
    await app.send(`${path()}/${first}`, { method: 'PATCH', body: { resolved: true } })
    expect((await states())[0]?.[1]).toBe('resolved')
    expect(codeOf(await post(`${path()}/send`))).toEqual([400, 'ENOCHANGES'])
  })
})

describe.skipIf(!hasTmux)('a retry after a failed turn', () => {
  const retry = (body: object = {}) => post(`/api/lanes/${lane}/retry`, body)

  it('tells the agent to continue', async () => {
    await start()
    expect(await retry()).toMatchObject({ status: 200, slot: 0, started: false })
    expect(await sent(0)).toBe('Continue.')
  })

  it('resumes the session of an agent that has ended, with its options', async () => {
    const { run_id } = await start({ permissionMode: 'plan' })
    const session = '3a0ee5a8-2a2c-4fd0-8d3c-a7e2a3c4f9b1'
    const at = { session_id: session, cwd: join(root, 'shop'), hook_event_name: 'SessionStart' }
    const headers = { 'x-svc-run': run_id, 'x-svc-lane': String(lane) }
    await app.send('/api/hooks', { method: 'POST', body: { hook_type: 'SessionStart', data: at }, headers })
    await until('the session', async () => {
      const { panes } = await app.get<{ panes: readonly { session_id: string | null }[] }>(`/api/lanes/${lane}`)
      return panes[0]?.session_id === session
    })
    await post(`/api/lanes/${lane}/stop`, { slot: 0 })
    expect(await retry({ slot: 0 })).toMatchObject({ status: 200, slot: 0, started: true })
    const argv = await until('the resumed agent', () => logged(0)[1]?.argv)
    expect(argv).toEqual(expect.arrayContaining([`--resume=${session}`, '--permission-mode=plan', '--', 'Continue.']))
  })

  it('is refused where no agent ever ran, and while the agent asks', async () => {
    expect(codeOf(await retry())).toEqual([409, 'ENOPANE'])
    script({ dialog: QUESTION })
    await start()
    await shows(0, 'Esc to cancel')
    expect(codeOf(await retry())).toEqual([409, 'ENOTREADY'])
    expect(got(0)).toEqual([])
  })
})

describe.skipIf(!hasTmux)('a message', () => {
  it('is pasted into the pane of the agent in the lowest slot, or in a given one, and sent', async () => {
    const second = await start({ slot: 2 })
    const first = await start({ slot: 1 })
    const text = `it's $HOME; "x"\n${'y'.repeat(20_000)}\nü`
    expect(await message({ text })).toMatchObject({ status: 200, run_id: first.run_id, slot: 1, started: false })
    expect(await sent(1)).toBe(text)
    expect(await message({ text: '!touch made', slot: 2 })).toMatchObject({ status: 200, run_id: second.run_id })
    expect(await sent(2)).toBe('Message: !touch made')
  })

  it('waits until the agent shows its input line', async () => {
    await start()
    expect((await message({ text: 'hello' })).status).toBe(200)
    expect(await sent(0)).toBe('hello')
  })

  it.each([
    ['a question', QUESTION, 'Esc to cancel'],
    ['options without numbers', UNNUMBERED, 'Yes, I trust this folder'],
    ['a question that names no keys', NO_KEYS, '2. No'],
    ['the list of background sessions', PARKED, 'space to reply'],
  ])('never answers %s', async (_, dialog, text) => {
    script({ dialog })
    await start()
    await shows(0, text)
    expect(codeOf(await message({ text: 'hello' }))).toEqual([409, 'ENOTREADY'])
    expect(codeOf(await review({ comments }))).toEqual([409, 'ENOTREADY'])
    expect(got(0)).toEqual([])
  })

  it('is refused while Claude Code says that it waits, and after its session moved to the background', async () => {
    await start()
    await shows(0, 'for shortcuts')
    says(0, { status: 'waiting', waitingFor: 'dialog open' })
    expect((await message({ text: 'hello' })).error?.message).toContain('asks a question')
    says(0, { status: 'idle', parkedJobId: '9632117a' })
    expect((await message({ text: 'hello' })).error?.message).toContain('moved to the background')
    // The file of a process that had this id before.
    says(0, { status: 'waiting', procStart: '1' })
    expect((await message({ text: 'hello' })).status).toBe(200)
    expect(await sent(0)).toBe('hello')
    expect(got(0)).toEqual([{ sent: 'hello' }])
  })

  const lineReader = (shown: string): void =>
    writeFileSync(
      join(root, 'bin', 'claude'),
      `#!/bin/sh\nprintf '${shown}'\nwhile read -r line; do echo "$line" >>"$HOME/read"; done\n`,
      { mode: 0o755 },
    )

  it('is sent to a program that reads lines, where the terminal shows what is typed', async () => {
    lineReader('ready\\n> ')
    await start()
    await shows(0, 'ready')
    expect((await message({ text: 'first' })).status).toBe(200)
    expect((await message({ text: `second ${'y'.repeat(300)}` })).status).toBe(200)
    await until('both lines', () => readFileSync(join(root, 'read'), 'utf8') === `first\nsecond ${'y'.repeat(300)}\n`)
  })

  it('never answers a question of a program that reads lines', async () => {
    lineReader('Do you want to proceed?\\n ❯ 1. Yes\\n   2. No\\n\\n Enter to confirm\\n')
    await start()
    await shows(0, 'Enter to confirm')
    expect(codeOf(await message({ text: 'hello' }))).toEqual([409, 'ENOTREADY'])
    expect(existsSync(join(root, 'read'))).toBe(false)
  })

  it('does not send what the user has typed and not sent', async () => {
    script({ draft: 'delete every' })
    await start()
    await shows(0, 'delete every')
    const answer = await message({ text: 'hello' })
    expect([codeOf(answer), answer.error?.message]).toEqual([[409, 'ENOTREADY'], expect.stringContaining('not sent')])
    expect(await shows(0, 'delete every')).not.toContain('hello')
    expect(got(0)).toEqual([])
  })

  it('does not end in a backslash, which would keep it in the input line', async () => {
    await start()
    expect(codeOf(await message({ text: 'see C:\\' }))).toEqual([400, 'EBADMESSAGE'])
    expect(codeOf(await review({ comments: [{ path: 'a.txt', text: 'see C:\\' }] }))).toEqual([400, 'EBADMESSAGE'])
  })

  it('does not answer a dialog that opens after the paste, whenever that is', { timeout: 120_000 }, async () => {
    const offsets = [0, 40, 120, 250, 290, 300, 310, 320, 330, 340, 360, 400]
    const places: { readonly lane: number; readonly slot: number }[] = []
    for (const [at, afterPasteMs] of offsets.entries()) {
      mkdirSync(join(root, `shop-${at}`))
      const made = (await post('/api/lanes', { cwd: join(root, `shop-${at}`) })).lane.id
      script({ dialog: QUESTION, afterPasteMs })
      await post(`/api/lanes/${made}/start`)
      await shows(0, 'for shortcuts', made)
      places.push({ lane: made, slot: 0 })
    }
    const answers = await Promise.all(
      places.map(({ lane: id }) => post(`/api/lanes/${id}/message`, { text: 'go ahead' })),
    )
    for (const [at, { lane: id }] of places.entries()) {
      const isSent = answers[at]?.status === 200
      expect(got(0, id), `dialog after ${offsets[at]} ms`).toEqual(isSent ? [{ sent: 'go ahead' }] : [])
      if (!isSent) expect(answers[at]?.error?.message).toContain('was not sent')
    }
    expect(answers[0]?.error?.code).toBe('ENOTREADY')
  })

  it('is never typed into a shell, or where nothing runs', async () => {
    expect(codeOf(await message({ text: 'hello' }))).toEqual([409, 'ENOPANE'])
    await start({ shell: true })
    expect(codeOf(await message({ text: 'touch made' }))).toEqual([409, 'ENOPANE'])
    expect(codeOf(await message({ text: 'touch made', slot: 0 }))).toEqual([409, 'ERUNLIVE'])
    expect(codeOf(await review({ comments, slot: 0 }))).toEqual([409, 'ERUNLIVE'])
    await start({ slot: 1 })
    const pid = Number(tmuxOf(dataDir())('display-message', '-p', '-t', `=lane-${lane}-1:`, '#{pane_pid}'))
    kill(pid)
    await until('the end', async () => codeOf(await message({ text: 'hello', slot: 1 }))[1] === 'ENOPANE')
    expect(screen(0)).not.toContain('touch')
  })
})

describe.skipIf(!hasTmux)('a review', () => {
  it('is sent to the agent of the lane, or starts one in a free slot', async () => {
    await start({ shell: true })
    const started = await review({ comments, summary: 'Nearly.' })
    expect(started).toMatchObject({ status: 200, slot: 1, started: true })
    expect(await given(1)).toContain('Nearly.\n\n1. a.txt:2\n   Why "two"?')
    expect(await review({ comments })).toMatchObject({ status: 200, run_id: started.run_id, started: false })
    expect(await sent(1)).toContain('\n\n1. a.txt:2\n   Why "two"?')
  })

  it('is the prompt of a new agent in the slot of the lane, in a file if it is long', async () => {
    const long = [{ path: 'a.txt', text: 'x'.repeat(8000) }]
    const answer = await app.send<Answer>(`/api/workspaces/${lane}/review`, {
      method: 'POST',
      body: { comments: long },
    })
    expect([answer.status, answer.json.slot, answer.json.lane.status]).toEqual([200, 0, 'running'])
    expect(await given(0)).toMatch(/Read the file .*It is the prompt/)
  })
})

describe('without tmux', () => {
  it('nothing can be sent', async () => {
    const bare = await startApp({ PATH: join(root, 'bin'), HOME: root })
    try {
      const { json } = await bare.send<Answer>('/api/lanes', { method: 'POST', body: { cwd: root } })
      for (const [name, body] of [
        ['message', { text: 'hello' }],
        ['review', { comments }],
      ] as const) {
        const answer = await bare.send<Answer>(`/api/lanes/${json.lane.id}/${name}`, { method: 'POST', body })
        expect([answer.status, answer.json.error?.code]).toEqual([503, 'ETMUXMISSING'])
      }
    } finally {
      await bare.close()
    }
  })
})
