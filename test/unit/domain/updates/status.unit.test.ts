import { describe, expect, it } from 'vitest'
import { type CheckoutFacts, type LastCheck, updateStatus } from '../../../../src/domain/updates/status.js'

const CLONE = {
  remote: 'origin',
  remoteRef: 'origin/main',
  branch: 'main',
  upstream: 'origin/main',
  localSha: 'a'.repeat(40),
  remoteSha: 'b'.repeat(40),
  behind: 2,
}
const LOOKED: LastCheck = { at: '2026-11-20T12:00:00.000Z', error: null }
const status = (change: Partial<typeof CLONE> | null, last: LastCheck | null = LOOKED, enabled = true) => {
  const clone = change === null ? null : ({ ...CLONE, ...change } as CheckoutFacts['clone'])
  return updateStatus({ root: "/it's here", clone }, '1.2.3', enabled, last)
}

describe('the update status', () => {
  it('reports the missing commits and the command that pulls them', () => {
    expect(status({})).toMatchObject({
      current_version: '1.2.3',
      update_available: true,
      commits_behind: 2,
      situation: 'tracking_canonical',
      situation_note: null,
      manual_command: `cd '/it'\\''s here' && git pull --ff-only && npm start`,
      message: '2 commits behind origin/main.',
      last_checked_at: LOOKED.at,
    })
  })

  it.each([
    [
      { upstream: 'fork/main', remote: 'upstream', remoteRef: 'upstream/main' },
      'fork_or_diverged_tracking',
      /merge --ff-only/,
    ],
    [{ branch: 'topic', upstream: null }, 'feature_branch', /git fetch 'origin'$/],
    [{ branch: null, upstream: null }, 'detached_head', /git fetch 'origin'$/],
  ])('of a clone like %j: %s', (change, situation, command) => {
    const said = status(change as Partial<typeof CLONE>)
    expect(said).toMatchObject({ situation, situation_note: expect.stringMatching(/\S/) })
    expect(said.manual_command).toMatch(command)
    expect(said.manual_command).not.toContain('git pull')
  })

  it.each([
    [status({ behind: 0 }), 'Up to date with origin/main.'],
    [status({ behind: 1 }), '1 commit behind origin/main.'],
    [status({ behind: 0 }, null), 'Updates have not been checked since the service started.'],
    [status({}, { ...LOOKED, error: 'no' }), 'origin could not be reached: this status may be outdated.'],
    [status({}, null, false), 'Update checks are turned off.'],
    [status(null), 'Not a git clone: check for updates where you got this copy.'],
  ])('%#: %s', ({ message }, expected) => {
    expect(message).toBe(expected)
  })

  it('reports no update if the clone has no remote or no known main branch', () => {
    const bare = { remoteRef: null, remoteSha: null, upstream: null, behind: 0 }
    for (const change of [{ ...bare, remote: null }, bare]) {
      expect(status(change as unknown as Partial<typeof CLONE>)).toMatchObject({
        git_repo: true,
        update_available: false,
        situation: null,
        manual_command: null,
      })
    }
  })

  it('says whether update checks are enabled', () => {
    expect(updateStatus({ root: '/it', clone: null }, '1.2.3', false, null).checks_enabled).toBe(false)
    expect(updateStatus({ root: '/it', clone: null }, '1.2.3', true, null).checks_enabled).toBe(true)
  })
})
