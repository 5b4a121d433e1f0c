import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Returns the program of a service thread that exits on "deadly". See mortal-worker.mjs and build/programs.ts. */
export const mortal = (worker: string, dies: 'openSync' | 'lstatSync' | 'at a message'): URL => {
  const program = new URL('./mortal-worker.mjs', import.meta.url)
  const bundles = process.env['SWITCHYARD_THREADS'] ?? ''
  program.searchParams.set('program', pathToFileURL(join(bundles, `${worker}.js`)).href)
  program.searchParams.set('dies', dies)
  return program
}
