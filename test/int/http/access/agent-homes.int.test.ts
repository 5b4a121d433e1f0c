import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../support/agents/until.js'
import { type Name, startTeam, type Team } from '../../../support/service/team.js'

/** The homes of the agents of users (supplement-server 13.6, 14.1). */
describe('the home of the agents of a user', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team.close())

  const homeOf = (name: string) => join(team.app.folder, 'data', 'users', name)
  const idOf = (number: number) => `${String(number).repeat(8)}-2222-4333-8444-555555555555`
  /** Writes what Claude Code writes; no hook tells of it. */
  const spoken = (folder: string, session: string, text: string): void => {
    const line = {
      type: 'user',
      sessionId: session,
      cwd: '/srv/anywhere',
      timestamp: '2026-11-27T08:00:00.000Z',
      uuid: session,
      message: { role: 'user', content: text },
    }
    const path = join(folder, '-srv-anywhere', `${session}.jsonl`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${JSON.stringify(line)}\n`)
  }
  const sessionsOf = async (name: Name) =>
    (await team.as<{ sessions: readonly { id: string; owner_username: string }[] }>(name, '/api/sessions')).json
      .sessions
  const seenBy = (name: Name, session: string) =>
    until(`the session of ${name}`, async () => (await sessionsOf(name)).find(({ id }) => id === session))

  it('has our hooks from the beginning', () => {
    const settings = JSON.parse(readFileSync(join(homeOf('grace'), '.claude', 'settings.json'), 'utf8')) as {
      hooks: object
    }
    expect(Object.keys(settings.hooks)).toContain('UserPromptSubmit')
    expect(readFileSync(join(homeOf('grace'), '.codex', 'hooks.json'), 'utf8')).toContain('hook.sh')
  })

  it('is read, and its sessions are those of the user', async () => {
    spoken(join(homeOf('grace'), '.claude', 'projects'), idOf(1), 'the basket of grace')
    expect(await seenBy('grace', idOf(1))).toMatchObject({ owner_username: 'grace' })
    expect(await sessionsOf('bob')).toEqual([])
    expect(await seenBy('ada', idOf(1))).toMatchObject({ owner_username: 'grace' })
  })

  it('is read for users that are made later', async () => {
    const eve = { username: 'eve', password: 'a-long-phrase-1', role: 'member' }
    await team.host('POST', '/api/users', eve)
    spoken(join(homeOf('eve'), '.claude', 'projects'), idOf(2), 'the basket of eve')
    expect(await seenBy('ada', idOf(2))).toMatchObject({ owner_username: 'eve' })
  })

  it('leads to nothing outside of it: links are not followed', async () => {
    const outside = join(team.app.folder, 'outside')
    spoken(outside, idOf(3), 'not of bob')
    mkdirSync(join(homeOf('bob'), '.claude', 'projects'), { recursive: true })
    symlinkSync(join(outside, '-srv-anywhere'), join(homeOf('bob'), '.claude', 'projects', '-srv-anywhere'))
    mkdirSync(join(homeOf('ann'), '.claude'), { recursive: true })
    symlinkSync(outside, join(homeOf('ann'), '.claude', 'projects'))
    // What is written afterwards is read afterwards, so by then the links were seen.
    spoken(join(homeOf('grace'), '.claude', 'projects'), idOf(4), 'later')
    await seenBy('grace', idOf(4))
    spoken(join(homeOf('grace'), '.claude', 'projects'), idOf(5), 'later still')
    await seenBy('grace', idOf(5))
    expect((await sessionsOf('ada')).map(({ id }) => id)).not.toContain(idOf(3))
  })
})
