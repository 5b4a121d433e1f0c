import { seesEverything, type Visibility } from '../../domain/access/visibility.js'

/** Who receives a message: a predicate on what the user of a connection may see. */
export type Audience = (visibility: Visibility) => boolean

export const everyone: Audience = () => true

/** The users who see the rows of all owners. What concerns the whole service is sent to them only. */
export const operators: Audience = seesEverything
