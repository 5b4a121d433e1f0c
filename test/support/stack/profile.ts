import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a profile into a directory. The hooks are the texts of shell scripts. */
export const newProfile = (
  dir: string,
  profile: object | string | null,
  hooks: Readonly<Record<string, string>>,
): string => {
  const at = join(dir, '.svc', 'profile')
  mkdirSync(join(at, 'hooks'), { recursive: true })
  if (profile !== null)
    writeFileSync(join(at, 'profile.json'), typeof profile === 'string' ? profile : JSON.stringify(profile))
  for (const [name, text] of Object.entries(hooks)) {
    const path = join(at, 'hooks', name)
    writeFileSync(path, text.startsWith('#!') || text === '' ? text : `#!/bin/sh\n${text}\n`)
    chmodSync(path, 0o755)
  }
  return at
}
