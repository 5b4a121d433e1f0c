import type { Author } from '../../../src/domain/access/author.js'

/** The user of a local service, through its API. */
export const USER: Author = { by: 'local', via: 'http' }

/** The same user, who imports a bundle. */
export const IMPORTER: Author = { by: 'local', via: 'import' }
