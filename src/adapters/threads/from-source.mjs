// Runs the TypeScript program of a thread, named by the first argument. Node 20 cannot load TypeScript, and a thread does not
// inherit the loader of its process. A test run bundles the programs first and names the folder: a loader takes most of a second
// in each thread.
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const program = process.argv[2]
const bundle = join(process.env['SWITCHYARD_THREADS'] ?? '', `${basename(new URL(program).pathname, '.ts')}.js`)
if (process.env['SWITCHYARD_THREADS'] !== undefined && existsSync(bundle)) await import(pathToFileURL(bundle).href)
else {
  const { register } = await import('tsx/esm/api')
  register()
  await import(program)
}
