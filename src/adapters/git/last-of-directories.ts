import { LRUCache } from 'lru-cache'

/** More directories than are read in turns. */
const MAX_DIRECTORIES = 500

/** The last finding of each directory. */
export type LastOfDirectories<Finding extends object | boolean> = LRUCache<string, Finding>

/** Returns a memory for the last finding of each directory. */
export const lastOfDirectories = <Finding extends object | boolean>(): LastOfDirectories<Finding> =>
  new LRUCache({ max: MAX_DIRECTORIES })
