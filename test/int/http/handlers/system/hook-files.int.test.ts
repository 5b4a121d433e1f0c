import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { type App, startApp } from '../../../../support/service/app.js'

let app: App
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.close())

const hooksNow = async () => (await app.get<RouteAnswer<'GET /api/settings/info'>>('/api/settings/info')).hooks

describe('hook settings that cannot be read', () => {
  it.each([
    ['claude', 'codex', 'settings.json'],
    ['codex', 'claude', 'hooks.json'],
  ] as const)('of %s are reported as a problem, without hiding the other provider', async (broken, whole, file) => {
    const path = join(app.folder, broken, file)
    writeFileSync(path, '{ "hooks": ')
    const { providers } = await hooksNow()
    expect(providers[broken]).toEqual({
      installed: false,
      has_dashboard_hooks: false,
      has_existing_hooks: false,
      hooks: {},
      last_hook_at: null,
      other_monitor: [],
      path,
      problem: expect.stringContaining('it is not valid JSON') as string,
    })
    expect(providers[whole].problem).toBeNull()
    expect(app.complaints).toEqual([])
  })

  it('fail the installation of their provider only', async () => {
    writeFileSync(join(app.claudeHome, 'settings.json'), 'no JSON')
    const install = (provider: string) =>
      app.send('/api/settings/install-hooks', { method: 'POST', body: { providers: [provider] } })
    expect((await install('claude')).status).toBe(500)
    expect((await install('codex')).status).toBe(200)
    const { providers } = await hooksNow()
    expect([providers.claude.installed, providers.codex.installed]).toEqual([false, true])
  })
})

describe('a change of hooks', () => {
  type Changed = RouteAnswer<'POST /api/settings/install-hooks'>
  const change = async (verb: 'install' | 'uninstall') => {
    const body = { providers: ['claude', 'codex'] }
    return (await app.send<Changed>(`/api/settings/${verb}-hooks`, { method: 'POST', body })).json.results
  }

  it('reports the result for each provider', async () => {
    const path = join(app.claudeHome, 'settings.json')
    const first = await change('install')
    expect(first.claude).toMatchObject({ ok: true, replaced: false, output: [`Hooks were installed in ${path}.`] })
    expect(first.codex).toMatchObject({ ok: true, replaced: false })
    expect(first.codex?.output.at(-1)).toBe(first.codex?.notice)
    expect((await change('install')).claude?.output).toEqual([`Nothing to change in ${path}.`])
    expect((await change('uninstall')).claude?.output).toEqual([`Hooks were removed from ${path}.`])
  })

  it('reports that it replaced earlier hooks of the service', async () => {
    await change('install')
    const path = join(app.claudeHome, 'settings.json')
    const settings = JSON.parse(readFileSync(path, 'utf8')) as { hooks: Record<string, unknown> }
    delete settings.hooks.Stop
    writeFileSync(path, JSON.stringify(settings))
    const { claude } = await change('install')
    expect(claude).toMatchObject({ ok: true, replaced: true, output: [`Hooks were updated in ${path}.`] })
  })
})
