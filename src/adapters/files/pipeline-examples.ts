import { constants, copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const isThere = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** Copies the example templates of pipelines from one folder to another. Existing files stay. */
export const copyPipelineExamples = (
  examples: string,
  folder: string,
): { readonly copied: readonly string[]; readonly kept: readonly string[] } => {
  mkdirSync(folder, { recursive: true })
  const [copied, kept]: [string[], string[]] = [[], []]
  for (const name of readdirSync(examples).filter((file) => file.endsWith('.json'))) {
    try {
      copyFileSync(join(examples, name), join(folder, name), constants.COPYFILE_EXCL)
      copied.push(join(folder, name))
    } catch (error) {
      if (!isThere(error)) throw error
      kept.push(join(folder, name))
    }
  }
  return { copied, kept }
}
