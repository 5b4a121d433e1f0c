import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Name, PASSWORDS, startTeam, type Team } from '../../../support/service/team.js'
import { endServer, hasTmux } from '../../../support/tmux/panes.js'

let team: Team

beforeAll(async () => {
  team = await startTeam()
})
afterAll(async () => {
  await team.close()
  if (hasTmux) endServer(join(team.app.folder, 'data'))
})

interface Run {
  readonly run: { readonly id: string; readonly status: string; readonly reason: string | null }
}

/** Starts a shell in a new lane of a user. */
const started = async (name: Name, folder: string) => {
  const cwd = join(team.app.folder, 'data', 'users', name, folder)
  mkdirSync(cwd)
  const made = await team.as<{ lane: { id: number } }>(name, '/api/lanes', { method: 'POST', body: { cwd } })
  const lane = made.json.lane.id
  const body = { shell: true }
  const { json } = await team.as<{ run_id: string }>(name, `/api/lanes/${lane}/start`, { method: 'POST', body })
  return { lane, run: json.run_id }
}

const endOf = async (run: string) => {
  const { status, reason } = (await team.as<Run>('ada', `/api/run/${run}`)).json.run
  return [status, reason]
}

const currentPassword = PASSWORDS.ada

describe.runIf(hasTmux)('a program', () => {
  it('that its user stops says so', async () => {
    const { lane, run } = await started('grace', 'own')
    await team.as('grace', `/api/lanes/${lane}/stop`, { method: 'POST', body: {} })
    expect(await endOf(run)).toEqual(['ended', 'stopped'])
  })

  it.each(['assigned', 'added'])('in a lane that is %s to somebody else ends for that reason', async (how) => {
    const { lane, run } = await started('grace', how)
    if (how === 'assigned') {
      const body = { laneId: lane, currentPassword }
      await team.as('ada', `/api/users/${team.ids.bob}/workspaces`, { method: 'POST', body })
    } else {
      const body = { addWorkspaces: [lane], currentPassword }
      await team.as('ada', `/api/users/${team.ids.bob}`, { method: 'PATCH', body })
    }
    expect(await endOf(run)).toEqual(['ended', 'owner-changed'])
  })

  it('of a user who is disabled ends for that reason, and stays ended', async () => {
    const { run } = await started('bob', 'last')
    const change = (disabled: boolean) =>
      team.as('ada', `/api/users/${team.ids.bob}`, { method: 'PATCH', body: { disabled, currentPassword } })
    await change(true)
    expect(await endOf(run)).toEqual(['ended', 'owner-disabled'])
    await change(false)
    expect(await endOf(run)).toEqual(['ended', 'owner-disabled'])
  })
})
