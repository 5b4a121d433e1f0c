import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { repositoryAt } from '../../../../support/git/repository.js'
import { shim } from '../../../../support/git/shim.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { endServer, hasTmux } from '../../../../support/tmux/panes.js'

const LANES = 50
const PANES = 3

let app: App
let root: string
const at = (...names: readonly string[]): string => join(root, ...names)
const linesOf = (name: string): readonly string[] =>
  existsSync(at(name)) ? readFileSync(at(name), 'utf8').trim().split('\n') : []

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-processes-')))
  const path = shim(root, `echo "$*" >>'${at('git')}'`)
  const tmux = '#!/bin/sh\necho "$*" >>"$HOME/tmux"\nPATH=${PATH#*:} exec tmux "$@"\n'
  writeFileSync(at('bin', 'tmux'), tmux, { mode: 0o755 })
  app = await startApp({ PATH: path, HOME: root, SHELL: '/bin/sh' }, root)
  repositoryAt(at('shop'), { 'a.txt': 'a' })
  for (let n = 0; n < LANES; n += 1) {
    const cwd = at('shop', String(n))
    mkdirSync(cwd)
    const { json } = await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd } })
    if (hasTmux && n < PANES)
      await app.send(`/api/lanes/${json.lane.id}/start`, { method: 'POST', body: { shell: true } })
  }
})
afterAll(async () => {
  await app.close()
  if (hasTmux) endServer(at('data'))
  rmSync(root, { recursive: true, force: true })
})

describe('fifty lanes with panes', () => {
  it('are listed without a program, and watched with one listing a second', async () => {
    const isListing = (line: string): boolean => line.includes('list-panes')
    const [git, before, since] = [linesOf('git'), linesOf('tmux').filter(isListing).length, performance.now()]
    for (let n = 0; n < 20; n += 1) {
      const { lanes } = await app.get<{ lanes: readonly object[] }>('/api/lanes')
      expect(lanes).toHaveLength(LANES)
    }
    const listings = () => linesOf('tmux').filter(isListing).length - before
    if (hasTmux) await until('two listings', () => listings() >= 2)
    expect(listings()).toBeLessThanOrEqual((performance.now() - since) / 1000 + 1)
    expect(linesOf('git')).toEqual(git)
  })
})
