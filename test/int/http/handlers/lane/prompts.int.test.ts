import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { endServer, hasTmux, tmuxOf } from '../../../../support/tmux/panes.js'

interface Answer {
  readonly lane: { readonly id: number }
  readonly error?: { readonly code: string }
}

let app: App
let root: string
let lane: number
const at = (...names: readonly string[]): string => join(root, ...names)

// Stores its prompt, which is after `--` or in the file that the text there names.
const AGENT = `#!/bin/sh
until [ $# = 0 ] || [ "$1" = -- ]; do shift; done
prompt=$2
file=\${prompt#Read the file }
case $prompt in
  "Read the file "*". It is the prompt: do what it says.") cp "\${file%. It is the prompt*}" "$HOME/got.$SVC_SLOT.part" ;;
  *) printf '%s' "$prompt" >"$HOME/got.$SVC_SLOT.part" ;;
esac
echo "$SVC_SLOT" >>"$HOME/starts"
env >"$HOME/env"
mv "$HOME/got.$SVC_SLOT.part" "$HOME/got.$SVC_SLOT"
exec sleep 600
`

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-prompts-')))
  mkdirSync(at('bin'))
  mkdirSync(at('shop'))
  for (const name of ['claude', 'codex']) writeFileSync(at('bin', name), AGENT, { mode: 0o700 })
  const secrets = { ANTHROPIC_API_KEY: 'sk-secret', GIT_DIR: '/nowhere', AWS_SECRET_ACCESS_KEY: 'secret' }
  app = await startApp({ PATH: `${at('bin')}:${process.env['PATH']}`, HOME: root, SHELL: '/bin/sh', ...secrets }, root)
  lane = (await post('/api/lanes', { cwd: at('shop') })).json.lane.id
})
afterEach(async () => {
  await post(`/api/lanes/${lane}/stop`)
  for (const name of readdirSync(root).filter((one) => /^(?:got|starts)/.test(one))) rmSync(at(name))
})
afterAll(async () => {
  await app.close()
  if (hasTmux) endServer(at('data'))
  rmSync(root, { recursive: true, force: true })
})

const post = (path: string, body: unknown = {}) => app.send<Answer>(path, { method: 'POST', body })
const start = (body: object) => post(`/api/lanes/${lane}/start`, body)

/** Every ASCII character but NUL, quotes and expansions of shells, and characters of two to four bytes. */
const ODD = [
  '-x --help ; touch canary; $(touch canary) `touch canary` && touch canary | touch canary\n"\'\\!#{pane_id}%d\t',
  ...Array.from({ length: 127 }, (_, code) => String.fromCharCode(code + 1)),
  'ü界\u{1f600}\u0085\u2028\ufeff\r\n',
].join('')

/** Returns a prompt of some bytes. Its characters of several bytes are at odd places, and it ends with line breaks. */
const promptOf = (bytes: number): string => {
  const end = bytes > 10 ? '\n\n' : ''
  let text = ''
  const size = (): number => Buffer.byteLength(text + end)
  while (size() < bytes) text += ODD
  while (size() > bytes) text = text.slice(0, -1)
  if (/[\ud800-\udbff]$/.test(text)) text = text.slice(0, -1)
  return 'x'.repeat(bytes - size()) + text + end
}

const SIZES = [1, 4095, 4096, 4097, 65_536, 131_071, 131_072]

describe.skipIf(!hasTmux)('a prompt', () => {
  it.each(['cli_a', 'cli_b'])('of any size and characters reaches the agent once and unchanged (%s)', async (tool) => {
    for (const [slot, bytes] of SIZES.entries()) {
      const prompt = promptOf(bytes)
      expect(Buffer.byteLength(prompt)).toBe(bytes)
      expect((await start({ slot, prompt, tool })).status).toBe(200)
      await until(`the prompt of ${bytes} bytes`, () => existsSync(at(`got.${slot}`)))
      expect(readFileSync(at(`got.${slot}`), 'utf8') === prompt, `${bytes} bytes`).toBe(true)
    }
    expect((await start({ slot: 9, prompt: '', tool })).status).toBe(200)
    await until('the agent without a prompt', () => existsSync(at('got.9')))
    expect(readFileSync(at('got.9'), 'utf8')).toBe('')
    const slots = readFileSync(at('starts'), 'utf8').trim().split('\n').toSorted()
    expect(slots).toEqual([...SIZES.keys(), 9].map(String))
    await post(`/api/lanes/${lane}/stop`)
    // No prompt outlives its run, and no shell has executed one.
    expect([readdirSync(at('data', 'panes')), readdirSync(at('shop'))]).toEqual([[], []])
  })

  it.each([131_073, 200_000, 1_000_000])('of %d bytes is refused, and nothing starts', async (bytes) => {
    const { status, json } = await start({ prompt: 'x'.repeat(bytes) })
    expect([status, json.error?.code]).toEqual([400, 'EBADPROMPT'])
    expect([existsSync(at('starts')), readdirSync(at('data', 'panes'))]).toEqual([false, []])
  })

  it('is never typed into a shell that runs in the slot', async () => {
    await start({ shell: true })
    const { status, json } = await start({ prompt: '; touch canary' })
    expect([status, json.error?.code]).toEqual([409, 'ERUNLIVE'])
    tmuxOf(at('data'))('send-keys', '-t', `=lane-${lane}-0:`, 'echo $((40 + 2))', 'Enter')
    const screen = () => tmuxOf(at('data'))('capture-pane', '-p', '-t', `=lane-${lane}-0:`)
    const shown = await until('the answer of the shell', () => screen().includes('42') && screen())
    expect([shown.includes('canary'), readdirSync(at('shop'))]).toEqual([false, []])
  })

  it('starts an agent that does not get the secrets of the service', async () => {
    await start({ prompt: 'x' })
    const text = await until('the environment', () => existsSync(at('got.0')) && readFileSync(at('env'), 'utf8'))
    expect(text).toContain(`SVC_LANE=${lane}`)
    expect(text).not.toMatch(/secret|GIT_DIR|INVOCATION_ID|DASHBOARD_TOKEN/i)
  })
})
