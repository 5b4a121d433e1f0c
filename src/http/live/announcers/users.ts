import type { Announcers } from '../announcer.js'
import { operators } from '../audience.js'
import type { Outbox } from '../rooms.js'

const changed = ({ data }: { readonly data: { readonly user: number } }, { send }: Outbox): void =>
  send('user_changed', { id: data.user }, operators)

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
