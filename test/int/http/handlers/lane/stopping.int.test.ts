import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { placeOf } from '../../../../../src/adapters/tmux/place.js'
import { until } from '../../../../support/agents/until.js'
import { repositoryAt } from '../../../../support/git/repository.js'
import { isAlive } from '../../../../support/process/is-alive.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { endServer, hasTmux } from '../../../../support/tmux/panes.js'
import { kill } from '../../../../support/process/kill.js'
import { pidIn as pidInFile } from '../../../../support/process/pid-in.js'

interface Answer {
  readonly lane: { readonly id: number; readonly cwd: string; readonly status: string }
  readonly run_id: string
  readonly stopped: readonly string[]
  readonly expect?: object
}

let app: App
let root: string
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-stopping-')))
  mkdirSync(join(root, 'bin'))
  mkdirSync(join(root, 'shop'))
  app = await startApp({ PATH: `${join(root, 'bin')}:${process.env['PATH']}`, HOME: root, SHELL: '/bin/sh' }, root)
})
afterEach(async () => {
  const { lanes } = await app.get<{ lanes: readonly { id: number }[] }>('/api/lanes')
  for (const { id } of lanes) {
    // oxlint-disable-next-line no-await-in-loop -- a lane or two
    await post(`/api/lanes/${id}/stop`)
  }
  await app.close()
  if (hasTmux) endServer(join(root, 'data'))
  rmSync(root, { recursive: true, force: true })
})

const post = async (path: string, body: object = {}) => app.send<Answer>(path, { method: 'POST', body })
const agentThat = (script: string): void =>
  writeFileSync(join(root, 'bin', 'claude'), `#!/bin/sh\n${script}`, { mode: 0o700 })
const laneIn = async (cwd: string): Promise<number> => (await post('/api/lanes', { cwd })).json.lane.id
const pidIn = (name: string): Promise<number> => pidInFile(join(root, name))

const STUBBORN = `trap '' INT HUP TERM QUIT`
/** Writes its pid, then runs until it is killed. */
const waits = (name: string): string => `echo $$ >$HOME/${name}.part; mv $HOME/${name}.part $HOME/${name}
  while :; do sleep 0.1; done`
/** A program in a session of its own, which has no terminal that could hang up. */
const away = (name: string, script: string): string => `setsid sh -c '${script}; ${waits(name)}' >/dev/null 2>&1 &`

describe.skipIf(!hasTmux)('an agent that ignores all signals, with a child in a session of its own', () => {
  beforeEach(() => agentThat(`${STUBBORN}\n${away('child', `trap "" INT HUP TERM`)}\n${waits('agent')}`))

  it('is stopped, and its lane can be used again', async () => {
    const lane = await laneIn(join(root, 'shop'))
    const { run_id } = (await post(`/api/lanes/${lane}/start`)).json
    const [agent, child] = [await pidIn('agent'), await pidIn('child')]
    const { status, json } = await post(`/api/lanes/${lane}/stop`)
    expect([status, json.stopped, isAlive(agent), isAlive(child)]).toEqual([200, [run_id], false, false])
    expect((await post(`/api/lanes/${lane}/start`)).json).toMatchObject({ lane: { status: 'running' } })
  })

  it.each(['reset', 'remove'])('is ended by %s', async (action) => {
    const { path } = repositoryAt(join(root, 'repo'), { 'a.txt': 'a' })
    const made = (await post('/api/lanes/worktree', { sourceRepo: path, title: 'work' })).json.lane
    await until('the worktree', async () => {
      const { lane } = await app.get<{ lane: { status: string } }>(`/api/lanes/${made.id}`)
      return lane.status === 'idle'
    })
    await post(`/api/lanes/${made.id}/start`)
    const [agent, child] = [await pidIn('agent'), await pidIn('child')]
    const loss = await app.get<object>(`/api/lanes/${made.id}/preflight?action=${action}`)
    const { status } = await post(`/api/lanes/${made.id}/${action}`, { confirm: true, expect: loss, force: true })
    expect([status, isAlive(agent), isAlive(child)]).toEqual([200, false, false])
  })
})

describe.skipIf(!hasTmux)('what a program left behind in a session of its own', () => {
  it('ends with the stop of its lane, also after the program has exited; that of another run stays', async () => {
    const isLeft = 'while [ ! -e $HOME/left$SVC_SLOT ]; do sleep 0.05; done'
    agentThat(`${away('left$SVC_SLOT', ':')}\n${isLeft}\n[ $SVC_SLOT = 1 ] || exit 0\n${waits('agent')}`)
    const lane = await laneIn(join(root, 'shop'))
    await post(`/api/lanes/${lane}/start`)
    const left = await pidIn('left0')
    await until('the end of the agent', async () => {
      const { lane: row } = await app.get<{ lane: { status: string } }>(`/api/lanes/${lane}`)
      return row.status === 'idle'
    })
    await post(`/api/lanes/${lane}/start`, { slot: 1 })
    const other = await pidIn('left1')
    const { json } = await post(`/api/lanes/${lane}/stop`, { slot: 0 })
    expect([json.stopped, isAlive(left), isAlive(other)]).toEqual([[], false, true])
    await post(`/api/lanes/${lane}/stop`)
    expect(isAlive(other)).toBe(false)
  })
})

describe.skipIf(!hasTmux)('an agent that outlives the tmux server', () => {
  it('keeps its slot until it is stopped', async () => {
    agentThat(`${STUBBORN}\n${waits('agent')}`)
    const lane = await laneIn(join(root, 'shop'))
    const { run_id } = (await post(`/api/lanes/${lane}/start`)).json
    const agent = await pidIn('agent')
    kill(placeOf(join(root, 'data')).pid)
    expect((await post(`/api/lanes/${lane}/start`, { prompt: 'go' })).json).toMatchObject({
      error: { code: 'ERUNLIVE' },
    })
    expect((await post(`/api/lanes/${lane}/stop`)).json.stopped).toEqual([run_id])
    expect(isAlive(agent)).toBe(false)
  })

  it('stays the same run when somebody deletes the socket', async () => {
    agentThat(waits('agent'))
    const lane = await laneIn(join(root, 'shop'))
    const { run_id } = (await post(`/api/lanes/${lane}/start`)).json
    const { socket } = placeOf(join(root, 'data'))
    rmSync(socket)
    await until('the socket', () => existsSync(socket))
    expect((await post(`/api/lanes/${lane}/start`)).json).toMatchObject({ run_id, attached: true })
  })
})

describe('without tmux', () => {
  it('a stop has nothing to do', async () => {
    const lane = await laneIn(join(root, 'shop'))
    await app.close()
    app = await startApp({ PATH: '/nowhere', HOME: root }, root)
    const { status, json } = await post(`/api/lanes/${lane}/stop`)
    expect([status, json.stopped]).toEqual([200, []])
  })
})
