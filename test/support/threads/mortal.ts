import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Returns the program of a worker thread of the service that ends when it meets "deadly". See support/build/programs.ts. */
export const mortal = (worker: string, dies: 'openSync' | 'lstatSync' | 'at a message'): URL => {
  const program = new URL('./mortal-worker.mjs', import.meta.url)
  const bundles = process.env['SWITCHYARD_THREADS'] ?? ''
  program.searchParams.set('program', pathToFileURL(join(bundles, `${worker}.js`)).href)
  program.searchParams.set('dies', dies)
  return program
}
