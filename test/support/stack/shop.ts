import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteAnswer } from '../../../src/http/contract/index.js'
import { until } from '../agents/until.js'
import type { App } from '../service/app.js'
import { newProfile } from './profile.js'

type Runtime = Extract<RouteAnswer<'GET /api/lanes/:id/runtime'>, { available: true }>
type Hooks = RouteAnswer<'GET /api/lanes/:id/hooks'>['hooks']

const NODE = JSON.stringify(process.execPath)

const SERVER = `import { createServer } from 'node:http'
createServer((_, response) => response.end('shop')).listen(Number(process.env.PORT_WEB), '127.0.0.1', () => console.log('listening'))
`

/** Starts the service unless it runs, in the background. */
export const BOOT = `if [ -f "$LANE_RUN_DIR/web.pid" ] && kill -0 "$(cat "$LANE_RUN_DIR/web.pid")" 2>/dev/null; then exit 0; fi
${NODE} "$LANE_CWD/server.mjs" >"$LANE_LOG_DIR/web.log" 2>&1 &
echo $! >"$LANE_RUN_DIR/web.pid"
echo "booted $*"`

/** Asks the service until it answers or its process has ended. */
export const HEALTH = `${NODE} -e "
const ask = () => fetch('http://127.0.0.1:' + process.env.PORT_WEB).then((answer) => answer.text())
const wait = (n) => ask().then((text) => console.log('healthy ' + text), (error) => {
  if (n > 100) throw error
  setTimeout(() => wait(n + 1), 50)
})
wait(0)
"`

/** Returns a base so far from those of other tests that no two of them use the same port. */
export const newBase = (): number => 20_000 + (process.pid % 100) * 100 + Math.floor(Math.random() * 100)

/** Writes a small web app with a profile into a directory. Returns the base of its port. */
export const newShop = (
  dir: string,
  { profile = {}, hooks = {} }: { readonly profile?: object; readonly hooks?: Readonly<Record<string, string>> } = {},
): number => {
  const base = newBase()
  writeFileSync(join(dir, 'server.mjs'), SERVER)
  newProfile(dir, { ports: { WEB: base }, services: ['web'], ...profile }, { boot: BOOT, health: HEALTH, ...hooks })
  return base
}

/** The requests about the stack of a lane. */
export const stackOf = (app: App, id: number) => {
  const at = (path: string): string => `/api/lanes/${id}/${path}`
  const post = <A>(path: string, body: object = {}) => app.send<A>(at(path), { method: 'POST', body })
  const runtime = () => app.get<Runtime>(at('runtime'))
  const hooks = async () => (await app.get<{ hooks: Hooks }>(at('hooks'))).hooks
  /** Waits until no job of the lane is left. */
  const settled = async (): Promise<Runtime> => {
    await until('the jobs of the lane', async () => (await runtime()).jobs.length === 0)
    return runtime()
  }
  const job = async (path: string, body: object = {}) => {
    const { status, json } = await post<{ job: string; error?: { code: string; message: string } }>(path, body)
    return { status, job: json.job, error: json.error }
  }
  return {
    runtime,
    hooks,
    settled,
    job,
    /** Brings the stack up and waits for the end. */
    up: async (body: object = {}) => {
      const started = await job('up', body)
      return { ...started, runtime: await settled() }
    },
    down: () => post<{ killed: number[]; runtime: Runtime; error?: { code: string } }>('down'),
    /** Runs a hook and waits for its result. */
    hook: async (name: string, args: readonly string[] = []) => {
      const started = await job(`hook/${name}`, { args })
      await settled()
      const row = (await hooks()).find(({ hook }) => hook === name)
      return { ...started, result: row?.result ?? null, output: row?.output ?? null }
    },
    log: (name: string, tail = '') => app.send<RouteAnswer<'GET /api/lanes/:id/logs/:svc'>>(at(`logs/${name}${tail}`)),
  }
}
