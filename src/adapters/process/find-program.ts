import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'

const isProgram = async (path: string): Promise<boolean> => {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

/** Returns the path of a program in the first folder of a PATH that has it; null if none has. Relative folders are skipped. */
export const findProgram =
  (path: string | undefined) =>
  async (name: string): Promise<string | null> => {
    for (const folder of (path ?? '').split(':').filter(isAbsolute)) {
      const program = join(folder, name)
      // oxlint-disable-next-line no-await-in-loop -- the first folder wins
      if (await isProgram(program)) return program
    }
    return null
  }
