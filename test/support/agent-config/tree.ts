import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Writes files into a folder; values that are no text are written as JSON. */
export const writeTree = (folder: string, files: Readonly<Record<string, unknown>>): void => {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
}

/** Returns a file with front matter. */
export const described = (description: string, body = 'Text\n'): string =>
  `---\nname: any\ndescription: ${description}\n---\n${body}`
