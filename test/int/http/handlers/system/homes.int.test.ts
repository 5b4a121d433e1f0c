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

  it('is told', async () => {
    expect(await app.get(`/api/settings/${tool}-home`)).toEqual({ [`${tool}_home`]: home() })
  })

  it('is taken when it is the one that is read', async () => {
    expect((await put(tool, `${home()}/`)).json).toEqual({ ok: true, [`${tool}_home`]: home() })
  })

  it('is not moved: settings come from the environment alone, and the refusal names the variable', async () => {
    const { status, json } = await put(tool, app.folder)
    expect([status, json.error.code]).toEqual([400, 'INVALID_PATH'])
    expect(json.error.message).toContain(variable)
    expect(await app.get(`/api/settings/${tool}-home`)).toEqual({ [`${tool}_home`]: home() })
  })

  it('is no number', async () => {
    expect((await put(tool, 5)).json.error.code).toBe('INVALID_INPUT')
  })
})
