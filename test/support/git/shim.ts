import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PATH = process.env['PATH'] ?? '/usr/bin:/bin'

/**
 * Writes a `git` that first runs a script, in which `REAL` is the real one. Returns a search path that finds it.
 * @param folder where it is written
 */
export const shim = (folder: string, script: string): string => {
  const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim()
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${script.replaceAll('REAL', real)}\nexec ${real} "$@"\n`, { mode: 0o755 })
  return `${bin}:${PATH}`
}
