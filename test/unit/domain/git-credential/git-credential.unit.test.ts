import { describe, expect, it } from 'vitest'
import { decideGitCredential } from '../../../../src/domain/git-credential/decide.js'
import { loginOf } from '../../../../src/domain/git-credential/login.js'
import { given } from '../../../support/domain/decision.js'

const PLACE = { protocol: 'https', host: 'git.example' } as const
const SAVE = { ...PLACE, username: 'ada', revision: 'r1' }

describe('the login for a git host', () => {
  it('is saved and replaced, without its password', () => {
    const saved = [{ type: 'git-credential-saved', data: SAVE }]
    expect(given({ count: 0, isSaved: false }).when(decideGitCredential.save, SAVE)).toEqual(saved)
    expect(given({ count: 200, isSaved: true }).when(decideGitCredential.save, SAVE)).toEqual(saved)
  })

  it('is refused when an owner has 200 others', () => {
    expect(given({ count: 200, isSaved: false }).when(decideGitCredential.save, SAVE)).toEqual({ rejected: 'EBADCRED' })
  })

  it('is deleted only if it is saved', () => {
    const removed = [{ type: 'git-credential-removed', data: PLACE }]
    expect(given({ count: 1, isSaved: true }).when(decideGitCredential.remove, PLACE)).toEqual(removed)
    expect(given({ count: 1, isSaved: false }).when(decideGitCredential.remove, PLACE)).toEqual({
      rejected: 'ENOTFOUND',
    })
  })
})

describe('a login that a client sends', () => {
  const LOGIN = { ...PLACE, username: 'ada', password: 'hush' }

  it('is used for the place that it names', () => {
    expect(loginOf({ ...LOGIN, host: 'Git.Example:443' })).toEqual(LOGIN)
  })

  it.each([
    [{ ...LOGIN, protocol: 'ssh' }, 'EBADHOST'],
    [{ ...LOGIN, host: 'git.example/x' }, 'EBADHOST'],
    [{ ...LOGIN, username: '' }, 'EBADCRED'],
    [{ ...LOGIN, password: 'hush\nhost=other' }, 'EBADCRED'],
    [{ ...LOGIN, password: 'x'.repeat(4097) }, 'EBADCRED'],
    [{}, 'EBADHOST'],
  ])('is refused: %j', (login, code) => {
    const refused = loginOf(login)
    expect(refused).toMatchObject({ code })
    expect(JSON.stringify(refused)).not.toContain('hush')
  })
})
