import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** Bundles a program that only tests use, as the build does with those of the service, and returns the bundle. */
export const bundled = async (program: URL): Promise<URL> => {
  const name = basename(program.pathname, '.ts')
  const outDir = mkdtempSync(join(tmpdir(), 'bundled-'))
  await build({
    root: ROOT,
    logLevel: 'error',
    build: { outDir, sourcemap: false, rolldownOptions: { input: { [name]: fileURLToPath(program) } } },
  })
  return pathToFileURL(join(outDir, `${name}.js`))
}
