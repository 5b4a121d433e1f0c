import type { locks } from '../../../contract/lane/locks.js'
import type { Operations } from '../../operation.js'

const holder = { holder: 'agent of lane 3' } as const

export const lockOperations: Operations<keyof typeof locks> = {
  'GET /api/locks': {
    description:
      'Lists the named locks that are held, by name. Scripts and agents of all lanes of an account share them. With `user`, staff see the names of those of another account.',
    answer: { locks: [{ name: 'db:migrate', ...holder, since: 1_761_984_000, ageSec: 12 }] },
  },
  'POST /api/locks/:name/acquire': {
    description:
      'Acquires a lock that is free, and never waits: ask again if another holder has it. A holder that asks again keeps the lock with its time. A holder that has it for longer than `LOCK_MAX_HOLD` seconds loses it to the next request. Status 409 names the current holder.',
    request: holder,
    answer: { acquired: true },
    others: { 409: { acquired: false, holder: 'agent of lane 4', since: 1_761_984_000, ageSec: 12 } },
  },
  'POST /api/locks/:name/release': {
    description: 'Releases a lock. Only its holder can.',
    request: holder,
    answer: { ok: true },
  },
}
