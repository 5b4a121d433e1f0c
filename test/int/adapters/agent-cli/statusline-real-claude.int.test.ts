import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { installStatusline } from '../../../../src/adapters/agent-cli/statusline-setting.js'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'
import { findClis } from '../../../support/agents/clis.js'
import { makeAgentHome } from '../../../support/agents/home.js'
import { CLAUDE_MODEL } from '../../../support/agents/run.js'
import { openTerminal } from '../../../support/agents/tmux.js'
import { until } from '../../../support/agents/until.js'
import { startApp } from '../../../support/service/app.js'
import { scripted } from '../../../support/stub-model/script.js'
import { startStubModel } from '../../../support/stub-model/server.js'

type Quota = RouteAnswer<'GET /api/quota'>

const clis = findClis()

describe.skipIf(clis === null)('the status line of the real Claude Code', () => {
  it("shows the user's own line and reports the context usage to the service", async () => {
    const model = await startStubModel()
    const home = makeAgentHome(model.url)
    const settings = join(home.claudeHome, 'settings.json')
    const before = JSON.parse(readFileSync(settings, 'utf8')) as object
    writeFileSync(settings, JSON.stringify({ ...before, statusLine: { type: 'command', command: 'echo my own line' } }))
    installStatusline(home)
    const app = await startApp({ SVC_DATA_DIR: home.dataDir, CLAUDE_CONFIG_DIR: home.claudeHome })
    const terminal = openTerminal(home, [clis?.claude ?? '', '--model', CLAUDE_MODEL])
    try {
      await terminal.shows('❯')
      await terminal.say(scripted('hello', [{ text: 'a reply' }]))
      await terminal.shows('a reply')
      await terminal.shows('my own line')
      const told = await until('the context of the session', async () => {
        const { sessions } = await app.get<Quota>('/api/quota')
        return sessions.find(({ context }) => (context.used_percentage ?? 0) > 0)
      })
      expect(told).toMatchObject({ model: expect.stringContaining('Haiku'), context: { window_size: 200_000 } })
      const { sessions } = await until('the transcript', async () => {
        const list = await app.get<{ sessions: { id: string }[] }>('/api/sessions')
        return list.sessions.length > 0 && list
      })
      expect(sessions.map(({ id }) => id)).toEqual([told.session_id])
    } finally {
      terminal.close()
      await app.close()
      await model.close()
      home.remove()
    }
  }, 180_000)
})
