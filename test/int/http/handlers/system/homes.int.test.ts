import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, startApp } from '../../../../support/service/app.js'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const put = (tool: string, path: unknown) =>
  app.send<{ error: { code: string; message: string } }>(`/api/settings/${tool}-home`, {
    method: 'PUT',
    body: { path },
  })

describe.each([
  ['claude', 'CLAUDE_CONFIG_DIR'],
  ['codex', 'CODEX_HOME'],
] as const)("the directory of %s, which the peer's settings page shows", (tool, variable) => {
  const home = () => app[`${tool}Home`]

  it('is returned', async () => {
    expect(await app.get(`/api/settings/${tool}-home`)).toEqual({ [`${tool}_home`]: home() })
  })

  it('accepts its current value', async () => {
    expect((await put(tool, `${home()}/`)).json).toEqual({ ok: true, [`${tool}_home`]: home() })
  })

  it('rejects another path and names the environment variable to set', async () => {
    const { status, json } = await put(tool, app.folder)
    expect([status, json.error.code]).toEqual([400, 'INVALID_PATH'])
    expect(json.error.message).toContain(variable)
    expect(await app.get(`/api/settings/${tool}-home`)).toEqual({ [`${tool}_home`]: home() })
  })

  it('rejects a number', async () => {
    expect((await put(tool, 5)).json.error.code).toBe('INVALID_INPUT')
  })
})
