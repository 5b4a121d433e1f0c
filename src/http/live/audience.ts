import { seesEverything, type Visibility } from '../../domain/access/visibility.js'

/**
 * Who receives a message: a predicate on the rows that a connection is about, and on those that its user may see. Staff may have
 * asked for their own rows only.
 */
export type Audience = (visibility: Visibility, rights: Visibility) => boolean

export const everyone: Audience = () => true

/** The users who see the rows of all owners. What concerns the whole service is sent to them only. */
export const operators: Audience = (_, rights) => seesEverything(rights)
