import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../src/http/contract/index.js'
import { findClis } from '../../support/agents/clis.js'
import { agentsInLanes } from '../../support/agents/in-lanes.js'
import { CLAUDE_MODEL } from '../../support/agents/run.js'
import { until } from '../../support/agents/until.js'
import { repositoryAt } from '../../support/git/repository.js'
import { scripted } from '../../support/stub-model/script.js'

type Ask = RouteAnswer<'GET /api/asks'>['asks'][number]
interface Sent {
  readonly taken?: boolean
  readonly ask?: Ask
  readonly error?: { readonly code: string }
}

const clis = findClis()
const limit = 180_000
const service = agentsInLanes(clis)
const { home, get, post, lane, panes, shows, press } = service

const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'test' } })
const option = (label: string, description: string) => ({ label, description })
const asks = (question: string, multiSelect: boolean) => ({
  question,
  header: 'Paint',
  multiSelect,
  options: [option('Red', 'warm'), option('Blue', 'cold')],
})
const question = (...questions: ReturnType<typeof asks>[]) => ({ tool: 'AskUserQuestion', input: { questions } })

const askOf = async (id: number, slot = 0): Promise<Ask | null> => {
  const { asks: open } = await get<{ asks: readonly Ask[] }>(`/api/asks?lane=${id}`)
  return open.find((one) => one.slot === slot) ?? null
}
/** Waits for an ask; a failure shows the screen of its pane. */
const asked = (id: number, fits: (ask: Ask) => boolean, slot = 0): Promise<Ask> =>
  until('an ask', async () => {
    const ask = await askOf(id, slot)
    return ask !== null && fits(ask) && ask
  }).catch((error: unknown) => {
    throw new Error(service.screen(id, slot), { cause: error })
  })
const says = (text: string) => (ask: Ask) => ask.answerable && ask.text.includes(text)
const answer = ({ id, digest }: Ask, option: string, text?: string) =>
  post<Sent>(`/api/asks/${id}/answer`, { digest, option, ...(text === undefined ? {} : { text }) })
const numbers = ({ options }: Ask) => options.map(({ key }) => key)

describe.skipIf(clis === null)('what a real CLI asks in a lane', () => {
  let id: number
  beforeEach(async () => {
    const settings = join(home().claudeHome, 'settings.json')
    const before = JSON.parse(readFileSync(settings, 'utf8')) as object
    writeFileSync(settings, JSON.stringify({ ...before, permissions: { allow: [], defaultMode: 'default' } }))
    id = await lane(home().project)
  })
  const start = (prompt: string, more: object = {}) =>
    post(`/api/lanes/${id}/start`, { prompt, permissionMode: 'default', model: CLAUDE_MODEL, ...more })

  it(
    'is answered with its own numbers: once allowed, then refused, and nothing is allowed for ever',
    async () => {
      const { git } = repositoryAt(home().project, { 'a.txt': 'a' })
      await start(scripted('tag it', [bash('git tag v1'), bash('git tag v2'), { text: 'never' }]))
      const first = await asked(id, says('git tag v1'))
      expect(first.kind).toBe('permission')
      expect(numbers(first)).toEqual(['1', '2', '3'])
      expect(first.options.map(({ lasting }) => lasting)).toEqual([false, true, false])
      expect(await answer(first, '1')).toMatchObject({ taken: true })
      const second = await asked(id, says('git tag v2'))
      // The answer to the first question does not answer the second.
      expect(await answer(first, '1')).toMatchObject({ error: { code: 'EASKGONE' } })
      expect(await answer(second, '3')).toMatchObject({ taken: true, ask: { state: 'taken' } })
      await until(
        'the input line',
        async () => (await post<Sent>(`/api/lanes/${id}/message`, { text: 'stop' })).error === undefined,
      )
      expect(git('tag')).toBe('v1')
      expect(existsSync(join(home().project, '.claude', 'settings.local.json'))).toBe(false)
    },
    limit,
  )

  it(
    'is a question: one option, several in turn with boxes, and a text',
    async () => {
      await start(
        scripted('ask', [
          question(asks('Which door?', false), asks('Which rooms?', true)),
          question(asks('Which roof?', false)),
          bash('touch made.txt'),
          { text: 'done' },
        ]),
      )
      const door = await asked(id, says('Which door?'))
      expect(door).toMatchObject({ kind: 'question' })
      expect(door.options.slice(0, 3)).toMatchObject([
        { key: '1', label: 'Red', detail: 'warm', lasting: false, text: false },
        { key: '2', label: 'Blue' },
        { key: '3', text: true },
      ])
      await answer(door, '2')
      const rooms = await asked(id, says('Which rooms?'))
      expect(await answer(rooms, '1')).toMatchObject({ taken: true })
      const checked = await asked(
        id,
        ({ options }) => /^\[.\] Red/.test(options[0]?.label ?? '') && options[0]?.label !== '[ ] Red',
      )
      await answer(checked, '2')
      press(id, 0, 'Right')
      await answer(await asked(id, says('Review your answers')), '1')
      const roof = await asked(id, says('Which roof?'))
      expect(await answer(roof, '3', 'a pale green one')).toMatchObject({ taken: true })
      await asked(id, says('touch made.txt'))
      const requests = JSON.stringify(service.model().asked)
      expect(requests).toContain('a pale green one')
    },
    limit,
  )

  it(
    'is a plan, which no message approves',
    async () => {
      const plan = { tool: 'ExitPlanMode', input: { plan: '# Plan\n\n1. Read\n2. Write' } }
      await start(scripted('plan', [plan, bash('touch made.txt'), { text: 'done' }]), { permissionMode: 'plan' })
      const shown = await asked(id, ({ kind, answerable }) => kind === 'plan' && answerable)
      expect(await post<Sent>(`/api/lanes/${id}/message`, { text: 'go' })).toMatchObject({
        error: { code: 'ENOTREADY' },
      })
      expect((await askOf(id))?.digest).toBe(shown.digest)
      expect(await answer(shown, '1')).toMatchObject({ taken: true })
    },
    limit,
  )

  it(
    'is whether to trust a directory: no message answers it, with or without numbers',
    async () => {
      const { path } = repositoryAt(join(home().root, 'unknown'), { 'a.txt': 'a' })
      const other = await lane(path)
      await post(`/api/lanes/${other}/start`, { permissionMode: 'default', model: CLAUDE_MODEL })
      await shows(other, 0, /trust/)
      const waiting = await until('the row', async () => (await panes(other))[0]?.['waiting'] ?? false)
      expect(waiting).toMatchObject({ kind: 'trust' })
      expect(await post<Sent>(`/api/lanes/${other}/message`, { text: 'go' })).toMatchObject({
        error: { code: 'ENOTREADY' },
      })
      const shown = await asked(other, ({ kind }) => kind === 'trust')
      expect(shown.options.map(({ label }) => label).toSorted()).toEqual(['No, exit', 'Yes, I trust this folder'])
      const yes = shown.options.find(({ label }) => label.startsWith('Yes'))?.key ?? null
      expect(shown.answerable).toBe(yes !== null)
      if (yes === null) press(other, 0, 'Down', 'Enter')
      else await answer(shown, yes)
      await until(
        'a message',
        async () => (await post<Sent>(`/api/lanes/${other}/message`, { text: 'hello' })).error === undefined,
      )
    },
    limit,
  )

  it(
    'is answered in the terminal and here at the same moment: the ask says which of them the agent took',
    async () => {
      const delays = [0, 20, 40, 60, 80, 100]
      const door = (at: number) => ({ ...question(asks(`Which door ${at}?`, false)), delay: 900 })
      await start(scripted('ask', [...delays.map((_, at) => door(at)), { text: 'done' }]))
      const states: string[] = []
      for (const [at, delay] of delays.entries()) {
        const shown = await asked(id, says(`Which door ${at}?`))
        await Promise.all([answer(shown, '1'), setTimeout(delay).then(() => press(id, 0, '2'))])
        // With the user's key first, the service learns from the screen that the ask is over.
        states.push(
          await until('the outcome', async () => {
            const { state } = (await get<{ ask: Ask }>(`/api/asks/${shown.id}`)).ask
            return state !== 'open' && state
          }),
        )
        await until('the input line', () => /^❯\s*2?\s*$/m.test(service.screen(id, 0)))
        // What the user has pressed too late is theirs.
        press(id, 0, 'C-u')
      }
      const told = await until('the answers', () => {
        const requests = JSON.stringify(service.model().asked)
        const found = delays.map((_, at) => new RegExp(`door ${at}\\?[^A-Za-z]+(Red|Blue)`).exec(requests)?.[1])
        return found.every((one) => one !== undefined) && found
      })
      expect(states).toEqual(told.map((one) => (one === 'Red' ? 'taken' : 'elsewhere')))
    },
    limit,
  )

  it(
    'is an approval of Codex',
    async () => {
      const step = {
        tool: 'exec_command',
        input: { cmd: 'touch /tmp/x/y', sandbox_permissions: 'require_escalated', justification: 'test' },
      }
      await start(scripted('go', [step, { text: 'done' }]), { tool: 'cli_b', permissionMode: null, model: null })
      const shown = await asked(id, ({ kind }) => kind === 'permission')
      expect(shown.options.map(({ key, lasting, text }) => [key, lasting, text])).toEqual([
        ['1', false, false],
        ['2', true, false],
        ['3', false, true],
      ])
      expect(await answer(shown, '3', 'use another folder')).toMatchObject({ taken: true })
      await until('the text', () => JSON.stringify(service.model().asked).includes('use another folder'))
    },
    limit,
  )
})
