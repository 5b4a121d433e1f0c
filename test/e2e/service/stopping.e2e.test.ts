import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runningCommands } from '../../../src/adapters/process/commands.js'
import { until } from '../../support/agents/until.js'
import { repositoryAt, type TestRepository } from '../../support/git/repository.js'
import { ask } from '../../support/http/ask.js'
import { newPlaces, type Places, type ServiceProcess, startProcess } from '../../support/process/service-process.js'
import { newProfile } from '../../support/stack/profile.js'
import { endServer, hasTmux, tmuxOf } from '../../support/tmux/panes.js'
import { isAlive } from '../../support/process/is-alive.js'
import { pidIn as pidInFile } from '../../support/process/pid-in.js'

/** In seconds, how long a stop may take. */
const LIMIT = 10

let places: Places
let service: ServiceProcess
let repository: TestRepository
beforeEach(async () => {
  places = newPlaces()
  mkdirSync(join(places.folder, 'bin'))
  service = await startProcess({ ...places.env, PATH: `${join(places.folder, 'bin')}:${process.env['PATH']}` })
  repository = repositoryAt(join(places.folder, 'shop'), { 'a.txt': 'a' })
})
afterEach(async () => {
  await service.kill().catch(() => undefined)
  if (hasTmux) endServer(places.dataDir)
  places.remove()
})

const post = async <A>(path: string, body: object = {}): Promise<A> =>
  (await ask<A>(service.url, path, { method: 'POST', body })).json
const lane = async (): Promise<number> =>
  (await post<{ lane: { id: number } }>('/api/lanes', { cwd: repository.path })).lane.id
/** Sends a request that the end of the service may leave without an answer. */
const begin = (path: string, body: object): void => void post(path, body).catch(() => undefined)
const pidIn = (name: string): Promise<number> => pidInFile(join(places.folder, name))
const script = (path: string, text: string): void => writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o700 })
/** The part of a script that writes its pid. */
const noted = (name: string): string =>
  `echo $$ >${places.folder}/${name}.part; mv ${places.folder}/${name}.part ${places.folder}/${name}`
/** Returns the programs that have the folder of the test in their arguments, but for the service. */
const left = (): readonly string[] =>
  (runningCommands() ?? []).flatMap(({ pid, args }) =>
    pid !== service.pid && args.some((one) => one.includes(places.folder)) ? [`${pid} ${args.join(' ')}`] : [],
  )
const seconds = async (work: Promise<unknown>): Promise<number> => {
  const start = process.hrtime.bigint()
  await work
  return Number(process.hrtime.bigint() - start) / 1e9
}
const expectStopped = async (): Promise<void> => {
  let code: number | null = null
  const took = await seconds(service.stop().then((ended) => (code = ended)))
  expect([code, took < LIMIT || took]).toEqual([0, true])
  expect(left()).toEqual([])
}

const STUBBORN = `trap '' TERM INT HUP`
const FOREVER = 'while :; do sleep 0.1; done'

describe('a service that is told to stop', () => {
  it.each([
    ['that never ends', 'exec sleep 600'],
    ['that ignores SIGTERM', `${STUBBORN}\n${FOREVER}`],
    ['with a program in a group of its own', `setsid sh -c 'trap "" TERM; ${FOREVER}'`],
  ])('ends a commit with a hook %s', async (_how, text) => {
    script(join(repository.path, '.git', 'hooks', 'pre-commit'), `${noted('hook')}\n${text}`)
    repository.write('a.txt', 'b')
    begin(`/api/lanes/${await lane()}/git/commit`, { message: 'x' })
    const hook = await pidIn('hook')
    await expectStopped()
    expect([isAlive(hook), existsSync(join(repository.path, '.git', 'index.lock'))]).toEqual([false, false])
  })

  it.each([
    ['boot', `${STUBBORN}\n${FOREVER}`],
    ['migrate', `trap 'exit 0' INT; exec sleep 600`],
  ])('ends the hook %s of a stack', async (name, text) => {
    newProfile(
      repository.path,
      { ports: { WEB: 4000 }, services: [] },
      { boot: 'exit 0', [name]: `${noted(name)}\n${text}` },
    )
    const id = await lane()
    begin(`/api/lanes/${id}/up`, { build: true })
    if (name !== 'boot') {
      await until('the slot', async () => {
        const { json } = await ask<{ lane: { slot: number | null } }>(service.url, `/api/lanes/${id}`)
        return json.lane.slot !== null
      })
      begin(`/api/lanes/${id}/hook/${name}`, { args: [] })
    }
    const hook = await pidIn(name)
    await expectStopped()
    expect(isAlive(hook)).toBe(false)
  })

  it('ends a git that waits for a named pipe', async () => {
    execFileSync('mkfifo', [join(repository.path, '.gitignore')])
    const id = await lane()
    void ask(service.url, `/api/lanes/${id}/git`).catch(() => undefined)
    await until('git', () => left().some((one) => one.includes(repository.path)))
    await expectStopped()
  })

  it('ends a suggestion of an agent', async () => {
    script(join(places.folder, 'bin', 'claude'), `${noted('agent')}\n${STUBBORN}\n${FOREVER}`)
    repository.write('a.txt', 'b')
    repository.git('add', 'a.txt')
    const id = await lane()
    begin(`/api/lanes/${id}/git/commit-message`, {})
    const agent = await pidIn('agent')
    await expectStopped()
    expect(isAlive(agent)).toBe(false)
  })

  it('ends at once at the second signal, with its programs', async () => {
    script(join(repository.path, '.git', 'hooks', 'pre-commit'), `${STUBBORN}\n${noted('hook')}\n${FOREVER}`)
    repository.write('a.txt', 'b')
    begin(`/api/lanes/${await lane()}/git/commit`, { message: 'x' })
    const hook = await pidIn('hook')
    service.child.kill('SIGINT')
    await until('the end of the listening', () =>
      ask(service.url, '/api/health').then(
        () => false,
        () => true,
      ),
    )
    await expect(service.stop()).resolves.toBe(143)
    expect(isAlive(hook)).toBe(false)
  })

  it.skipIf(!hasTmux)('leaves the agents in their panes alone', async () => {
    script(join(places.folder, 'bin', 'claude'), `${noted('agent')}\n${FOREVER}`)
    const id = await lane()
    await post(`/api/lanes/${id}/start`)
    const agent = await pidIn('agent')
    expect(await service.stop()).toBe(0)
    expect(isAlive(agent)).toBe(true)
    tmuxOf(places.dataDir)('kill-server')
    await until('the end of the agent', () => !isAlive(agent))
    expect(readdirSync(places.folder)).toContain('agent')
  })
})
