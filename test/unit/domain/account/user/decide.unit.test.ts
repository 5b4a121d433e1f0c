import { Either } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideServer, decideUser, type KnownUser } from '../../../../../src/domain/account/user/decide.js'

const user = (id: number, change: Partial<KnownUser> = {}): KnownUser => ({
  id,
  username: `user-${id}`,
  role: 'member',
  disabled: false,
  password: 'p1',
  ...change,
})
const known = (...users: readonly KnownUser[]) => ({ users, nextId: 10 })
const outcome = (decision: Either.Either<readonly { readonly type: string }[], { readonly code: string }>): unknown =>
  Either.isRight(decision) ? decision.right.map(({ type }) => type) : decision.left.code

describe('users', () => {
  it('get an id that nobody had, and a name that nobody has', () => {
    const command = { username: 'ada', role: 'admin', password: 'p' } as const
    expect(decideUser.create(known(), command)).toMatchObject({ right: [{ data: { user: 10 } }] })
    expect(outcome(decideUser.create(known(user(1, { username: 'ada' })), command))).toBe('EEXISTS')
  })

  it('cannot change their own role, disable or delete themselves', () => {
    const state = known(user(1, { role: 'admin' }), user(2, { role: 'admin' }))
    const own = { user: 1, actor: 1 } as const
    expect(outcome(decideUser.change(state, { ...own, role: 'member' }))).toBe('ESELF')
    expect(outcome(decideUser.change(state, { ...own, disabled: true }))).toBe('ESELF')
    expect(outcome(decideUser.remove(state, own))).toBe('ESELF')
    expect(outcome(decideUser.change(state, { ...own, role: 'admin', password: 'p2' }))).toEqual([
      'user-password-changed',
    ])
  })

  it('change only in what differs', () => {
    const state = known(user(1, { role: 'admin' }), user(2))
    const same = { user: 2, actor: 1, role: 'member', disabled: false } as const
    expect(outcome(decideUser.change(state, same))).toEqual([])
    expect(outcome(decideUser.change(state, { ...same, role: 'analyst', disabled: true }))).toEqual([
      'user-role-changed',
      'user-disabled',
    ])
  })

  it('log in with the password that was compared, and while enabled', () => {
    const logIn = (change: Partial<KnownUser>) =>
      outcome(decideUser.logIn(known(user(1, change)), { user: 1, password: 'p1' }))
    expect([logIn({}), logIn({ password: 'p2' }), logIn({ disabled: true })]).toEqual([
      ['user-logged-in'],
      'EBADLOGIN',
      'EBADLOGIN',
    ])
  })

  it('always include an enabled admin, whatever is decided', () => {
    const step = fc.record({
      user: fc.integer({ min: 1, max: 4 }),
      actor: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant('host' as const)),
      role: fc.option(fc.constantFrom('admin' as const, 'analyst' as const, 'member' as const), { nil: undefined }),
      disabled: fc.option(fc.boolean(), { nil: undefined }),
      isRemoved: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let users = [user(1, { role: 'admin' }), user(2, { role: 'admin' }), user(3), user(4)]
        for (const { isRemoved, role, disabled, ...about } of steps) {
          const changes = { ...(role === undefined ? {} : { role }), ...(disabled === undefined ? {} : { disabled }) }
          const decision: Either.Either<unknown, unknown> = isRemoved
            ? decideUser.remove(known(...users), about)
            : decideUser.change(known(...users), { ...about, ...changes })
          if (Either.isLeft(decision)) continue
          users = isRemoved
            ? users.filter(({ id }) => id !== about.user)
            : users.map((one) => (one.id === about.user ? { ...one, ...changes } : one))
        }
        expect(users.some(({ role, disabled }) => role === 'admin' && !disabled)).toBe(true)
      }),
    )
  })
})

describe('the mode of the service', () => {
  const state = {
    entered: true,
    hostOwner: 1,
    users: [user(1, { role: 'admin' }), user(2), user(3, { role: 'admin' })],
  }

  it('is entered and left once', () => {
    expect(outcome(decideServer.enter({ ...state, entered: false }, { owner: 1 }))).toEqual(['server-mode-entered'])
    expect(outcome(decideServer.enter(state, { owner: 1 }))).toEqual([])
    expect(outcome(decideServer.leave(state))).toEqual(['server-mode-left'])
    expect(outcome(decideServer.leave({ ...state, entered: false }))).toEqual([])
  })

  it('has an enabled admin as the owner of what nobody else owns', () => {
    expect(outcome(decideServer.setOwner(state, { username: 'user-3' }))).toEqual(['host-owner-changed'])
    expect(outcome(decideServer.setOwner(state, { username: 'user-2' }))).toBe('EBADROLE')
    expect(outcome(decideServer.setOwner(state, { username: 'nobody' }))).toBe('ENOUSER')
  })
})
