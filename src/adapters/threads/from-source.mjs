import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Runs the TypeScript program of a thread. Node 20 cannot load TypeScript, and a thread does not inherit the loader of its
 * process. A test run bundles the programs first and names the folder: a loader takes most of a second in each thread.
 */
export const run = async (/** @type {URL} */ program) => {
  const bundles = process.env['SWITCHYARD_THREADS']
  if (bundles !== undefined) {
    await import(pathToFileURL(join(bundles, basename(program.pathname, '.ts') + '.js')).href)
    return
  }
  const { register } = await import('tsx/esm/api')
  register()
  await import(program.href)
}
