import { expect, it } from 'vitest'
import { freeSlots, isUnguarded } from '../../../../../../ui/src/pages/lane/start/start-options.js'

it('a slot is free if no live program is in it', () => {
  expect(freeSlots([])).toHaveLength(10)
  const panes = [
    { slot: 0, alive: true },
    { slot: 1, alive: false },
  ]
  expect(freeSlots(panes)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

it.each([
  [true, { permissionMode: 'bypassPermissions' }],
  [true, { sandbox: 'danger-full-access', approval: 'never' }],
  [false, { sandbox: 'danger-full-access', approval: 'on-request' }],
  [false, { sandbox: 'workspace-write', approval: 'never' }],
  [false, { permissionMode: 'plan' }],
])('it is %s that an agent with %j asks for nothing', (unguarded, options) => {
  expect(isUnguarded({ permissionMode: '', sandbox: '', approval: '', ...options })).toBe(unguarded)
})
