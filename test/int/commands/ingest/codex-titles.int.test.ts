import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'
import { until } from '../../../support/agents/until.js'
import { type App, startApp } from '../../../support/service/app.js'
import { readLogged } from '../../../support/service/log.js'

const ID = '019a0000-0000-7000-8000-000000000001'
const LATER = '019a0000-0000-7000-8000-000000000002'
const AT = '2026-11-01T10:00:00.000Z'

let folder: string
let home: string
let app: App | null = null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-titles-'))
  home = join(folder, 'codex')
  mkdirSync(join(home, 'sessions', '2026', '11', '01'), { recursive: true })
})
afterEach(async () => {
  await app?.close()
  app = null
  rmSync(folder, { recursive: true, force: true })
})

const rolloutOf = (id: string): string =>
  join(home, 'sessions', '2026', '11', '01', `rollout-2026-11-01T10-00-00-${id}.jsonl`)
const line = (type: string, payload: object): string => `${JSON.stringify({ timestamp: AT, type, payload })}\n`
const rollout = (id: string): string =>
  line('session_meta', { id, cwd: '/repo' }) +
  line('response_item', {
    type: 'message',
    role: 'user',
    content: [
      { type: 'input_text', text: '<image name=[Image #1] path="/a.png">' },
      { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0K' },
      { type: 'input_text', text: '</image>' },
      { type: 'input_text', text: 'Fix the contrast' },
    ],
  })
const titled = (id: string, thread_name: unknown, updated_at?: string): string =>
  `${JSON.stringify({ id, thread_name, updated_at })}\n`
const index = (): string => join(home, 'session_index.jsonl')

const start = async (): Promise<App> => {
  app = await startApp({}, folder)
  await app.imported
  await app.settled()
  return app
}
const titlesLogged = (): number =>
  readLogged(join(folder, 'data'), `session-${ID}`).filter(({ type }) => type === 'session-renamed-in-transcript')
    .length
const nameOf = async (id: string): Promise<string | null | undefined> => {
  const { sessions } = (await app?.get<RouteAnswer<'GET /api/sessions'>>('/api/sessions')) ?? { sessions: [] }
  return sessions.find((session) => session.id === id)?.name
}
const named = (id: string, name: string) => until(`the name ${name}`, async () => (await nameOf(id)) === name)

it('a session without a title is named after the text of its prompt, not its image', async () => {
  writeFileSync(rolloutOf(ID), rollout(ID))
  await start()
  await named(ID, 'Fix the contrast')
})

it("a session has the latest title in Codex's index, and follows new ones", async () => {
  writeFileSync(rolloutOf(ID), rollout(ID))
  writeFileSync(index(), titled(ID, 'First') + titled(ID, 'Second'))
  await start()
  await named(ID, 'Second')
  appendFileSync(index(), titled(ID, 'Third'))
  await named(ID, 'Third')
})

it('the latest title is decided by timestamp if the lines have one', async () => {
  writeFileSync(rolloutOf(ID), rollout(ID))
  writeFileSync(index(), titled(ID, 'New', '2026-11-02T10:00:00Z') + titled(ID, 'Old', '2026-11-01T10:00:00Z'))
  await start()
  await named(ID, 'New')
})

it('a title without a session is pending and does not create one', async () => {
  writeFileSync(index(), titled(LATER, 'Early'))
  const { get } = await start()
  expect((await get<RouteAnswer<'GET /api/sessions'>>('/api/sessions')).total).toBe(0)
  writeFileSync(rolloutOf(LATER), rollout(LATER))
  await named(LATER, 'Early')
})

it('a name set by the user in the session or through the API overrides the title', async () => {
  writeFileSync(rolloutOf(ID), rollout(ID) + line('event_msg', { type: 'thread_name_updated', thread_name: 'Mine' }))
  writeFileSync(rolloutOf(LATER), rollout(LATER))
  writeFileSync(index(), titled(ID, 'Theirs', '2026-11-20T10:00:00Z') + titled(LATER, 'Theirs'))
  const { send } = await start()
  await named(LATER, 'Theirs')
  await named(ID, 'Mine')
  await send(`/api/sessions/${LATER}`, { method: 'PATCH', body: { name: 'Set' } })
  await named(LATER, 'Set')
})

it('re-reading the index adds nothing', async () => {
  writeFileSync(rolloutOf(ID), rollout(ID))
  writeFileSync(index(), titled(ID, 'Title'))
  await start()
  await named(ID, 'Title')
  await app?.close()
  await start()
  await named(ID, 'Title')
  expect(titlesLogged()).toBe(1)
})

it('invalid or oversized lines are skipped, and a title is sanitized and truncated', async () => {
  writeFileSync(rolloutOf(ID), rollout(ID))
  const hostile = [
    '{"id":',
    'null',
    '[]',
    titled(ID, 7).trim(),
    titled(ID, '  ').trim(),
    titled(ID, 'x'.repeat(20_000)).trim(),
  ]
  writeFileSync(index(), `${hostile.join('\n')}\n${titled(ID, `Title\u001b[31m ${'y'.repeat(900)}`)}{"id":"half`)
  await start()
  const name = await until('a title', async () => {
    const known = await nameOf(ID)
    return known?.startsWith('Title') === true && known
  })
  expect(name.length).toBeLessThanOrEqual(200)
  expect(name).not.toContain('\u001b')
})
