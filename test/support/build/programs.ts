import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/**
 * Bundles the command line and the threads for one test run. Started from source, each of them would spend about a second
 * on loading, and a service has four threads.
 */
export const setup = async (): Promise<() => void> => {
  const folder = join(ROOT, 'node_modules', '.switchyard', `test-${process.pid}`)
  const bundles = join(folder, 'dist')
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  // Include a thread that only tests use.
  const input = { 'echo-worker': join(ROOT, 'test/support/threads/echo-worker.ts') }
  await build({
    root: ROOT,
    logLevel: 'error',
    build: { outDir: bundles, sourcemap: false, rolldownOptions: { input } },
  })
  process.env['SWITCHYARD_THREADS'] = bundles
  return () => rmSync(folder, { recursive: true, force: true })
}
