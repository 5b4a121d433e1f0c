import type { Author } from '../../../src/domain/access/author.js'

/** The user of a local service, through the API. */
export const USER: Author = { by: 'local', via: 'http' }

/** The same user, through an import of a bundle. */
export const IMPORTER: Author = { by: 'local', via: 'import' }
