import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the content of each file in a folder and the modification time of each file and folder. */
export const footprintOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['.', ...(readdirSync(folder, { recursive: true }) as string[])].toSorted().map((name) => {
      const path = join(folder, name)
      const { mtimeMs, mode } = statSync(path)
      const bytes = statSync(path).isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'folder'
      return [name, `${bytes} ${mtimeMs} ${mode.toString(8)}`]
    }),
  )
