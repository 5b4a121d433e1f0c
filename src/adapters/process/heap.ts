import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8 from allocating objects in the old generation because earlier ones of the same code outlived a collection. They keep
 * alive all that they use until the next full collection: during an import, everything that is read. What the service allocates
 * lives for one commit or one answer.
 */
export const allocateYoung = (): void => setFlagsFromString('--no-allocation-site-pretenuring')
