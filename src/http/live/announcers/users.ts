import { sees, seesEverything } from '../../../domain/access/visibility.js'
import type { Announcers, Signals } from '../announcer.js'
import { operators } from '../audience.js'
import type { Outbox } from '../rooms.js'

const changed = ({ data }: { readonly data: { readonly user: number } }, { send }: Outbox): void =>
  send('user_changed', { id: data.user }, operators)

/** Tells the old owner of a lane that it is gone, and both to read again what moved along (supplement-server 15.5). */
export const announceMove = ({ lane, from, to }: Signals['lane-moved'], { send }: Outbox): void => {
  send(
    'lane_update',
    { lane_id: lane, deleted: true },
    ({ visibility }) => sees(visibility, from) && !sees(visibility, to),
  )
  send('resync', { reason: 'owner_changed' }, ({ visibility }) => {
    return !seesEverything(visibility) && (sees(visibility, from) || sees(visibility, to))
  })
}

/** The announcers of users, for staff. Messages have ids only: the rows are read with the rights of the reader. */
export const userAnnouncers = {
  'user-created': changed,
  'user-profile-changed': changed,
  'user-avatar-changed': changed,
  'user-role-changed': changed,
  'user-disabled': changed,
  'user-enabled': changed,
  'user-deleted': changed,
  'user-logged-in': changed,
  'user-logged-out': changed,
  'user-logins-ended': changed,
} satisfies Announcers['events']
