import { seesEverything, type Visibility } from '../../domain/access/visibility.js'

/** What decides which messages a connection receives. */
export interface Listener {
  /** The rows that it is about. Staff may have asked for their own rows only. */
  readonly visibility: Visibility
  /** The rows that its user may see. */
  readonly rights: Visibility
  /** Whether its user administers the service. */
  readonly isAdmin: boolean
}

/** Who receives a message. */
export type Audience = (listener: Listener) => boolean

export const everyone: Audience = () => true

/** The users who see the rows of all owners. What concerns the whole service is sent to them only. */
export const operators: Audience = ({ rights }) => seesEverything(rights)

/** The users who administer the service. */
export const admins: Audience = ({ isAdmin }) => isAdmin
