import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { endServer, hasTmux, tmuxOf } from '../../../../support/tmux/panes.js'

interface Answer {
  readonly lane: { readonly id: number; readonly status: string }
  readonly run_id: string
  readonly slot: number
  readonly started: boolean
  readonly error?: { readonly code: string }
}

// Like an agent, it shows something and reads keys without the terminal's line editing, with pastes in brackets.
const AGENT = `#!/bin/sh
printf '%s\\n' "$@" >"$HOME/given.$SVC_SLOT"
stty raw -echo
printf '\\033[?2004h'
[ ! -e "$HOME/screen" ] || cat "$HOME/screen"
exec cat >"$HOME/typed.$SVC_SLOT"
`
const QUESTION = 'Do you want to proceed?\r\n ❯ 1. Yes\r\n   2. No\r\n\r\n Enter to confirm · Esc to cancel\r\n'

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
const read = (name: string): string => {
  try {
    return readFileSync(join(root, name), 'utf8')
  } catch {
    return ''
  }
}
const typed = (slot: number, text: string) =>
  until(`slot ${slot} to get ${text.slice(0, 40)}`, () => read(`typed.${slot}`).includes(text) && read(`typed.${slot}`))
const given = (slot: number) => until(`the agent in slot ${slot}`, () => read(`given.${slot}`) || false)
const pasted = (text: string): string => `\u001b[200~${text.replaceAll('\n', '\r')}\u001b[201~\r`
const shows = (slot: number, text: string): Promise<string> =>
  until(`slot ${slot} to show ${text}`, () => {
    const screen = tmuxOf(dataDir())('capture-pane', '-p', '-t', `=lane-${lane}-${slot}:`)
    return screen.includes(text) && screen
  })

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-messages-')))
  mkdirSync(join(root, 'bin'))
  mkdirSync(join(root, 'shop'))
  for (const name of ['claude', 'codex']) writeFileSync(join(root, 'bin', name), AGENT, { mode: 0o755 })
  writeFileSync(join(root, 'screen'), '> ready\r\n')
  app = await startApp({ PATH: `${join(root, 'bin')}:${process.env['PATH']}`, HOME: root, SHELL: '/bin/sh' }, root)
  lane = (await post('/api/lanes', { cwd: join(root, 'shop') })).lane.id
})
afterEach(async () => {
  await app.close()
  if (hasTmux) endServer(dataDir())
  rmSync(root, { recursive: true, force: true })
})

const comments = [{ path: 'a.txt', line: 2, text: 'Why "two"?' }]

describe.skipIf(!hasTmux)('a message', () => {
  it('is pasted into the pane of the agent in the lowest slot, or in a given one, and sent', async () => {
    const second = await start({ slot: 2 })
    const first = await start({ slot: 1, tool: 'cli_b' })
    const text = `it's $HOME; "x"\n${'y'.repeat(20_000)}\nü`
    expect(await message({ text })).toMatchObject({ status: 200, run_id: first.run_id, slot: 1, started: false })
    expect(await typed(1, pasted(text))).toBe(pasted(text))
    expect(await message({ text: '!touch made', slot: 2 })).toMatchObject({ status: 200, run_id: second.run_id })
    expect(await typed(2, '\r')).toBe(pasted('Message: !touch made'))
  })

  it('waits until the agent shows something', async () => {
    writeFileSync(join(root, 'screen'), '')
    await start()
    const sent = message({ text: 'hello' })
    await given(0)
    const tty = tmuxOf(dataDir())('display-message', '-p', '-t', `=lane-${lane}-0:`, '#{pane_tty}')
    expect(read('typed.0')).toBe('')
    writeFileSync(tty, '> ready\r\n')
    expect((await sent).status).toBe(200)
    expect(await typed(0, pasted('hello'))).toBe(pasted('hello'))
  })

  it('never answers a question of the agent', async () => {
    writeFileSync(join(root, 'screen'), QUESTION)
    await start()
    await shows(0, 'Esc to cancel')
    expect(codeOf(await message({ text: 'hello' }))).toEqual([409, 'ENOTREADY'])
    expect(codeOf(await review({ comments }))).toEqual([409, 'ENOTREADY'])
    expect(read('typed.0')).toBe('')
  })

  it('is never typed into a shell, or where nothing runs', async () => {
    expect(codeOf(await message({ text: 'hello' }))).toEqual([409, 'ENOPANE'])
    await start({ shell: true })
    expect(codeOf(await message({ text: 'touch made' }))).toEqual([409, 'ENOPANE'])
    expect(codeOf(await message({ text: 'touch made', slot: 0 }))).toEqual([409, 'ERUNLIVE'])
    expect(codeOf(await review({ comments, slot: 0 }))).toEqual([409, 'ERUNLIVE'])
    await start({ slot: 1 })
    const pid = Number(tmuxOf(dataDir())('display-message', '-p', '-t', `=lane-${lane}-1:`, '#{pane_pid}'))
    process.kill(pid, 'SIGKILL')
    await until('the end', async () => codeOf(await message({ text: 'hello', slot: 1 }))[1] === 'ENOPANE')
    expect(tmuxOf(dataDir())('capture-pane', '-p', '-t', `=lane-${lane}-0:`)).not.toContain('touch')
  })
})

describe.skipIf(!hasTmux)('a review', () => {
  it('is sent to the agent of the lane, or starts one in a free slot', async () => {
    await start({ shell: true })
    const started = await review({ comments, summary: 'Nearly.' })
    expect(started).toMatchObject({ status: 200, slot: 1, started: true })
    expect(await given(1)).toContain('Nearly.\n\n1. a.txt:2\n   Why "two"?\n')
    expect(await review({ comments })).toMatchObject({ status: 200, run_id: started.run_id, started: false })
    expect(await typed(1, '201~\r')).toContain('\r\r1. a.txt:2\r   Why "two"?\u001b[201~\r')
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
