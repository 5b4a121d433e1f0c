import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '../../program.js'
import { imported, statsOf } from '../../service.js'
import { atMost, exactly, type Figure } from '../figure.js'
import { recordSessions } from '../recorded.js'
import type { Scene } from '../scene.js'
import { openPage } from '../theatre.js'

const GOAL = 1
const CLI = join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'cli.js')

/** Measures the first start in a new home with two hundred transcripts. */
export const firstStart: Scene = {
  name: 'first-start',
  figures: async (backstage): Promise<readonly Figure[]> => {
    const home = backstage.folder()
    const places = { claudeHome: join(home, '.claude'), codexHome: join(home, '.codex') }
    for (const folder of [join(places.claudeHome, 'projects'), join(places.codexHome, 'sessions')]) {
      mkdirSync(folder, { recursive: true })
    }
    recordSessions(places, backstage.quick ? 40 : 200)
    const settings = join(places.claudeHome, 'settings.json')
    const page = await openPage(backstage)
    // Set only the home and the port, because 4820 may be in use.
    const env = {
      HOME: home,
      DASHBOARD_PORT: '0',
      XDG_DATA_HOME: '',
      SVC_DATA_DIR: '',
      CLAUDE_CONFIG_DIR: '',
      CODEX_HOME: '',
    }
    const startedAt = performance.now()
    const first = await startServer([CLI, 'start'], env)
    await page.goto(first.url)
    await page.locator('[data-row] [data-cost]').filter({ hasText: '$' }).first().waitFor()
    const shown = performance.now() - startedAt
    const untouched = !existsSync(settings)
    await imported(first)
    const { total_sessions } = await statsOf(first)
    const install = async (): Promise<string> => {
      await fetch(new URL('/api/settings/install-hooks', first.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ providers: ['claude'] }),
      })
      return readFileSync(settings, 'utf8')
    }
    const [once, twice] = [await install(), await install()]
    await first.stop()
    const second = await startServer([CLI, 'start'], env)
    await imported(second)
    const again = (await statsOf(second)).total_sessions
    await second.stop()
    await page.context().close()
    return [
      atMost(GOAL, 'one command to Now with real sessions and costs', shown, 5000, 'ms'),
      exactly(GOAL, 'settings of the tools untouched until asked', String(untouched), 'true'),
      exactly(GOAL, 'hooks installed twice: the file, byte for byte', once === twice ? 'same' : 'changed', 'same'),
      exactly(GOAL, 'sessions after a second start', again, total_sessions),
    ]
  },
}
