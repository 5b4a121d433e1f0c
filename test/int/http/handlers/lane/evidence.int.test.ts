import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Checks = RouteAnswer<'GET /api/lanes/:id/evidence'>['checks']

let app: App
let root: string
let cwd: string
let lane: number
let calls = 0
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-evidence-')))
  cwd = join(root, 'work')
  mkdirSync(cwd)
  app = await startApp({ HOME: root }, root)
  const made = await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd, title: 'Cards' } })
  lane = made.json.lane.id
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const call = async (tool_name: string, tool_input: object, isOk = true, where = cwd) => {
  const own = { session_id: where === cwd ? 'here' : 'elsewhere', cwd: where }
  const made = { ...own, tool_name, tool_use_id: `c${(calls += 1)}`, tool_input }
  await app.hook('PreToolUse', made)
  await app.hook(isOk ? 'PostToolUse' : 'PostToolUseFailure', isOk ? made : { ...made, error: 'exit 1' })
}
const run = (command: string, isOk = true, where = cwd) => call('Bash', { command }, isOk, where)
const edit = (isOk = true) => call('Edit', { file_path: join(cwd, 'a.ts') }, isOk)
const checks = async (): Promise<Checks> =>
  (await app.get<RouteAnswer<'GET /api/lanes/:id/evidence'>>(`/api/lanes/${lane}/evidence`)).checks
/** Waits until the side thread has read as many checks as there should be, and returns what they say. */
const told = (fits: (found: Checks) => boolean) =>
  until('the checks', async () => {
    const found = await checks()
    return fits(found) && found.map(({ kind, ok, edits_since: edits }) => [kind, ok, edits])
  })

const start = (name: string, body: object = {}) =>
  app.send<{ readonly command?: string; readonly error?: { readonly code: string } }>(
    `/api/lanes/${lane}/checks/${name}`,
    { method: 'POST', body },
  )

it('is the newest run of each check, with the edits after it', async () => {
  expect(await checks()).toEqual([])
  await run('npm test', false)
  await edit()
  await edit(false)
  await run('npm run typecheck')
  await run('npm test')
  await edit()
  await run('npm run lint | tail -3')
  // In another directory, and no check.
  await run('npm test', false, '/elsewhere')
  await run('git status', false)
  expect(await told((found) => found.length === 3)).toEqual([
    ['test', true, 1],
    ['types', true, 1],
    ['lint', null, 0],
  ])
  expect((await checks())[0]).toMatchObject({
    command: 'npm test',
    session_id: 'here',
    agent_id: 'here-main',
    line: null,
  })

  await run('cargo test', false)
  expect(await told((found) => found[0]?.ok === false)).toContainEqual(['test', false, 0])
  // One of several failed: nobody knows which.
  await run('npm run build && npm test', false)
  expect(await told((found) => found.length === 4)).toEqual([
    ['test', null, 0],
    ['types', true, 1],
    ['lint', null, 0],
    ['build', null, 0],
  ])
})

it('is also a run that a user starts, without an agent', async () => {
  expect((await start('test', { command: 'echo "in $PWD"; echo broken >&2; exit 3' })).status).toBe(202)
  await told((found) => found[0]?.output !== null)
  expect((await checks())[0]).toMatchObject({
    kind: 'test',
    ok: false,
    edits_since: 0,
    session_id: null,
    agent_id: null,
  })
  expect((await checks())[0]?.output).toContain(`in ${cwd}`)
  expect((await checks())[0]?.output).toContain('broken')

  // What an agent does counts from then on.
  await edit()
  expect(await told((found) => found[0]?.edits_since === 1)).toContainEqual(['test', false, 1])
  await run('npm test')
  expect(await told((found) => found[0]?.ok === true)).toContainEqual(['test', true, 0])

  // Without a command, that of the newest run is repeated.
  await start('lint', { command: 'true' })
  await told((found) => found.some(({ kind, ok }) => kind === 'lint' && ok === true))
  expect((await start('lint')).json.command).toBe('true')
  await told((found) => found.some(({ kind, ok }) => kind === 'lint' && ok === true))
})

it('runs once at a time, and needs a command that is known', async () => {
  const gate = join(root, 'gate')
  await start('build', { command: `while [ ! -e ${gate} ]; do sleep 0.05; done` })
  const { running } = await app.get<RouteAnswer<'GET /api/lanes/:id/evidence'>>(`/api/lanes/${lane}/evidence`)
  expect(running).toMatchObject([{ kind: 'build' }])
  expect((await start('build', { command: 'true' })).json.error?.code).toBe('EBUSY')
  writeFileSync(gate, '')
  await told((found) => found.some(({ kind, output }) => kind === 'build' && output !== null))
  expect((await start('deploy')).json.error?.code).toBe('EBADFIELD')
  expect((await start('test', { command: 7 })).json.error?.code).toBe('EBADFIELD')
  const other = await app.send<{ lane: { id: number } }>('/api/lanes', {
    method: 'POST',
    body: { cwd: root, title: 'Other' },
  })
  const unknown = await app.send(`/api/lanes/${other.json.lane.id}/checks/test`, { method: 'POST', body: {} })
  expect(unknown.status).toBe(400)
})
