import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AgentScript, writeScriptedAgent } from '../../../../support/agents/scripted-agent.js'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { endServer, hasTmux, tmuxOf } from '../../../../support/tmux/panes.js'

interface Prompt {
  readonly digest: string
  readonly kind: string
  readonly text: string
  readonly options: readonly { readonly number: string | null; readonly label: string; readonly lasting: boolean }[]
  readonly answerable: boolean
  readonly screen: readonly string[]
}
interface Answer {
  readonly lane: { readonly id: number }
  readonly panes: readonly { readonly waiting: { readonly kind: string; readonly text: string } | null }[]
  readonly prompt: Prompt | null
  readonly taken: boolean
  readonly error?: { readonly code: string; readonly message: string; readonly prompt?: Prompt | null }
}

const asks = (command: string): readonly string[] => [
  ' Bash command',
  '',
  `   ${command}`,
  '',
  ' Do you want to proceed?',
  ' ❯ 1. Yes',
  '   2. Yes, and don’t ask again for: git *',
  '   3. No, and tell Claude what to do differently',
  '',
  ' Esc to cancel · Tab to amend',
]
const QUESTION = [
  ' ☐ Colour',
  '',
  'Which colour?',
  '',
  ' ❯ 1. Red',
  '   2. Blue',
  '   3. Type something.',
  '',
  ' Enter to select · Esc to cancel',
]
const TRUST = [' Accessing workspace:', '', ' ❯ No, exit', '   Yes, I trust this folder', '', ' Enter to confirm']

let app: App
let root: string
let lane: number
const dataDir = (): string => join(root, 'data')
const ask = async (path: string, body?: unknown) => {
  const { status, json } = await app.send<Answer>(path, body === undefined ? {} : { method: 'POST', body })
  return { status, ...json }
}
const answer = (body: object) => ask(`/api/lanes/${lane}/answer`, { slot: 0, ...body })
const show = async (slot = 0) => (await ask(`/api/lanes/${lane}/prompt?slot=${slot}`)).prompt
const shown = (text: string, slot = 0) =>
  until(`the prompt ${text}`, async () => {
    const prompt = await show(slot)
    return prompt?.text.includes(text) === true && prompt
  })
const got = (): readonly { readonly key?: string; readonly sent?: string; readonly at?: string }[] =>
  readFileSync(join(root, `log.${lane}.0`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as never)
const keys = () => got().map(({ key }) => key)
const start = async (script: AgentScript, body: object = {}) => {
  writeFileSync(join(root, 'agent.json'), JSON.stringify(script))
  expect((await ask(`/api/lanes/${lane}/start`, body)).status).toBe(200)
}

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-prompts-')))
  mkdirSync(join(root, 'bin'))
  mkdirSync(join(root, 'shop'))
  for (const name of ['claude', 'codex']) writeScriptedAgent(join(root, 'bin', name))
  app = await startApp({ PATH: `${join(root, 'bin')}:${process.env['PATH']}`, HOME: root, SHELL: '/bin/sh' }, root)
  lane = (await ask('/api/lanes', { cwd: join(root, 'shop') })).lane.id
})
afterEach(async () => {
  await app.close()
  if (hasTmux) endServer(dataDir())
  rmSync(root, { recursive: true, force: true })
})

describe.skipIf(!hasTmux)('the prompt of an agent', () => {
  it('has its options, in its order and with its numbers, and is null when nothing is asked', async () => {
    await start({ dialog: asks('git tag v2') })
    const prompt = await shown('git tag v2')
    expect(prompt).toMatchObject({ kind: 'permission', answerable: true, screen: [] })
    expect(prompt.options.map(({ number, label, lasting }) => [number, label, lasting])).toEqual([
      ['1', 'Yes', false],
      ['2', 'Yes, and don’t ask again for: git *', true],
      ['3', 'No, and tell Claude what to do differently', false],
    ])
    expect((await show())?.digest).toBe(prompt.digest)
    tmuxOf(dataDir())('send-keys', '-t', `=lane-${lane}-0:`, '1')
    await until('no prompt', async () => (await show()) === null)
    expect((await ask(`/api/lanes/${lane}/prompt?slot=3`)).error?.code).toBe('ENOPANE')
    expect((await ask(`/api/lanes/${lane}/prompt`)).error?.code).toBe('EBADSLOT')
  })

  it('of a shell is nothing that is answered', async () => {
    await start({}, { shell: true })
    expect((await ask(`/api/lanes/${lane}/prompt?slot=0`)).error?.code).toBe('ERUNLIVE')
    expect((await answer({ digest: 'none', option: '1' })).error?.code).toBe('ERUNLIVE')
  })

  it('without numbers is shown, and answered in the terminal', async () => {
    await start({ dialog: TRUST })
    const prompt = await shown('Accessing workspace')
    expect(prompt).toMatchObject({ kind: 'trust', answerable: false })
    expect(prompt.screen).toContain('   Yes, I trust this folder')
    expect(prompt.options.map(({ number }) => number)).toEqual([null, null])
    const refused = await answer({ digest: prompt.digest, option: '2' })
    expect([refused.status, refused.error?.code]).toEqual([409, 'ENOTREADY'])
    expect(got()).toEqual([])
    const waiting = await until('the row', async () => (await ask(`/api/lanes/${lane}`)).panes[0]?.waiting ?? false)
    expect(waiting).toMatchObject({ kind: 'trust' })
  })

  it('in a form that is not known is reported before a session starts, once the screen has not changed for some seconds', async () => {
    await start({ dialog: ['  Press any key to accept the new terms'] })
    const waiting = await until('the row', async () => (await ask(`/api/lanes/${lane}`)).panes[0]?.waiting ?? false)
    expect(waiting).toMatchObject({ kind: 'other', text: expect.stringContaining('accept the new terms') as string })
    expect(await show()).toMatchObject({ kind: 'other', answerable: false })
    expect((await ask(`/api/lanes/${lane}/message`, { text: 'yes' })).error?.code).toBe('ENOTREADY')
  })
})

describe.skipIf(!hasTmux)('an answer', () => {
  it('presses the number of the option once, and returns what is asked next', async () => {
    await start({ dialog: asks('first'), next: [asks('second')] })
    const first = await shown('first')
    const done = await answer({ digest: first.digest, option: '3' })
    expect(done).toMatchObject({
      status: 200,
      taken: true,
      prompt: { text: expect.stringContaining('second') as string },
    })
    expect(keys()).toEqual(['3'])
    // The same answer again is one to a prompt that is over.
    const again = await answer({ digest: first.digest, option: '3' })
    expect([again.status, again.error?.code]).toEqual([409, 'EASKGONE'])
    expect(again.error?.prompt?.digest).toBe(done.prompt?.digest)
    expect(keys()).toEqual(['3'])
  })

  it('of many at once is one', async () => {
    await start({ dialog: asks('first'), next: [asks('second'), asks('third')] })
    const { digest } = await shown('first')
    const answers = await Promise.all(Array.from({ length: 20 }, () => answer({ digest, option: '1' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(keys()).toEqual(['1'])
  })

  it('presses Enter only where the number has moved the cursor', async () => {
    await start({ dialog: asks('first'), movesOnly: true })
    const { digest } = await shown('first')
    expect(await answer({ digest, option: '2' })).toMatchObject({ status: 200, taken: true, prompt: null })
    expect(keys()).toEqual(['2', 'Enter'])
  })

  it('that the agent ignores is still on the screen, without Enter on another option', async () => {
    await start({ dialog: asks('first'), ignoresKeys: true })
    const { digest } = await shown('first')
    expect(await answer({ digest, option: '2' })).toMatchObject({ status: 200, taken: false, prompt: { digest } })
    expect(keys()).toEqual(['2'])
  })

  it('with a text is typed into the field that the option opens', async () => {
    await start({ dialog: QUESTION, field: 3 })
    const { digest } = await shown('Which colour?')
    expect((await answer({ digest, option: '2', text: 'pale green' })).error?.code).toBe('INVALID_INPUT')
    expect(await answer({ digest, option: '3', text: 'pale green' })).toMatchObject({ status: 200, taken: true })
    expect(keys()).toEqual(['3', 'pale green', 'Enter'])
  })

  it('with a text is sent as a prompt if the option leads to the input line', async () => {
    await start({ dialog: asks('first') })
    const { digest } = await shown('first')
    expect(await answer({ digest, option: '3', text: 'use a branch' })).toMatchObject({ status: 200, taken: true })
    expect(got()).toEqual([{ key: '3', at: ' Bash command' }, { sent: 'use a branch' }])
  })

  it('with a text never goes into the next dialog', async () => {
    await start({ dialog: asks('first'), next: [asks('second')] })
    const { digest } = await shown('first')
    expect((await answer({ digest, option: '3', text: '1' })).error?.code).toBe('ENOTREADY')
    expect(keys()).toEqual(['3'])
  })

  it('names an option that the agent shows', async () => {
    await start({ dialog: asks('first') })
    const { digest } = await shown('first')
    for (const option of ['0', '4', '12', '', 'y', 1, undefined])
      expect((await answer({ digest, option })).error?.code).toBe('INVALID_INPUT')
    expect((await answer({ option: '1' })).error?.code).toBe('INVALID_INPUT')
    expect((await answer({ digest, option: '3', text: 'a\\' })).error?.code).toBe('EBADMESSAGE')
    expect(got()).toEqual([])
  })
})
