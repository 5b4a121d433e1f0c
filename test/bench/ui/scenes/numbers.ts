import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'
import { imported } from '../../service.js'
import { exactly, type Figure, none } from '../figure.js'
import { recordSessions } from '../recorded.js'
import type { Scene } from '../scene.js'
import { type Theatre, withTheatre } from '../theatre.js'

const GOAL = 10
const CLI = join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'cli.js')
const run = promisify(execFile)

/** Numbers with more than four digits before a unit or a decimal point, which are hard to read. */
const UNREADABLE = /\b\d{5,}(?:\.\d+)?\s?[KMBTkm]?\b/g
const cents = (usd: number): string => `$${usd.toFixed(2)}`

interface CliCost {
  readonly totals: { readonly cost: number }
}

const told = async ({ service, places, open }: Theatre) => {
  const get = async <A>(path: string): Promise<A> => (await (await fetch(new URL(path, service.url))).json()) as A
  const stats = await get<RouteAnswer<'GET /api/stats'>>('/api/stats')
  const cost = await get<RouteAnswer<'GET /api/pricing/cost'>>('/api/pricing/cost')
  const { sessions } = await get<RouteAnswer<'GET /api/sessions'>>('/api/sessions?limit=1000')
  const metrics = await (await fetch(new URL('/api/metrics', service.url))).text()
  const metric = (name: string): number =>
    [...metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([\\d.e+-]+)$`, 'gm'))].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    )
  const env = {
    ...process.env,
    SVC_DATA_DIR: places.dataDir,
    CLAUDE_CONFIG_DIR: places.claudeHome,
    CODEX_HOME: places.codexHome,
  }
  const { stdout } = await run(process.execPath, [CLI, 'cost', 'monthly', '--json'], { env })
  const cli: CliCost = JSON.parse(stdout)
  const insights = await open('/insights/cost?period=all')
  await insights.locator('[data-bar]').first().waitFor()
  const now = await open('/')
  const today = now.locator('[data-gauge="today"] dd')
  await today.waitFor()
  const tokens = Object.values(stats.tokens).reduce((sum, n) => sum + n, 0)
  return {
    costs: {
      'GET /api/stats': cents(stats.total_cost),
      'GET /api/pricing/cost': cents(cost.total_cost),
      'the sum of the sessions': cents(sessions.reduce((sum, session) => sum + (session.cost ?? 0), 0)),
      'GET /api/metrics': cents(metric('svc_cost_usd_total')),
      'switchyard cost --json': cents(cli.totals.cost),
      Insights: (await insights.locator('[data-headline]').first().innerText()).replaceAll(',', ''),
    },
    today: { stats: cents(stats.cost_today), now: (await today.innerText()).replaceAll(',', '') },
    tokens: { stats: tokens, metrics: metric('svc_tokens_total') },
    sessions: { stats: stats.total_sessions, list: sessions.length, metrics: metric('svc_sessions') },
  }
}

/** Checks that all parts of the product report the same figures for one history. */
export const numbers: Scene = {
  name: 'numbers',
  figures: (backstage): Promise<readonly Figure[]> =>
    withTheatre(
      backstage,
      { before: (places) => recordSessions(places, backstage.quick ? 26 : 200) },
      async (theatre) => {
        await imported(theatre.service)
        const { costs, today, tokens, sessions } = await told(theatre)
        const truth = costs['GET /api/pricing/cost']
        const long: string[] = []
        for (const path of ['/', '/sessions', '/activity', '/insights/cost?period=all', '/settings/data']) {
          const page = await theatre.open(path)
          await page.locator('main h1').first().waitFor()
          await page.waitForLoadState('networkidle')
          const shown = await page.evaluate<readonly string[]>(
            "[...document.querySelectorAll('main .num')].map((one) => one.innerText)",
          )
          long.push(...shown.flatMap((text) => (text.match(UNREADABLE) ?? []).map((number) => `${path} ${number}`)))
        }
        return [
          ...Object.entries(costs).map(([who, said]) => exactly(GOAL, `total cost, as ${who} says`, said, truth)),
          exactly(GOAL, 'cost of today: Now says what the statistics say', today.now, today.stats),
          exactly(GOAL, 'tokens: metrics say what the statistics say', tokens.metrics, tokens.stats),
          exactly(GOAL, 'sessions: the list says what the statistics say', sessions.list, sessions.stats),
          exactly(GOAL, 'sessions: metrics say what the statistics say', sessions.metrics, sessions.stats),
          none(GOAL, 'numbers of more than four digits in a group', long),
        ]
      },
    ),
}
