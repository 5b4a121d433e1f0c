import type { Random } from './random.js'
import { type Calls, call, run, type Story } from './story.js'

const numbered = (text: string): string =>
  text
    .split('\n')
    .map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
    .join('\n')

/** Returns the compound names of a file (`requireAccount`, `year_to_date`): what agents search for. */
const identifiersIn = (text: string): readonly string[] =>
  text.match(/\b[A-Za-z]?[a-z]+(?:[A-Z][a-z]+|_[a-z]+)+\b/g) ?? []

/** Returns a random file read, text search or look at the Git history. Codex uses the shell for all of them. */
export const readOnlyCall = (random: Random, { provider, project }: Story): Calls => {
  const { cwd, files, commits } = project
  const pick = <A>(values: readonly A[], fallback: A): A => values[random.int(0, values.length - 1)] ?? fallback
  const [path, text] = pick([...files], ['README.md', ''] as const)
  const kind = random.next()
  if (kind < 0.15) {
    const log = commits.slice(0, random.int(2, commits.length)).map((subject) => `${random.hex(7)} ${subject}`)
    return run(`git log --oneline -${log.length} -- ${path}`, log.join('\n'))
  }
  if (kind < 0.65) {
    return provider === 'codex'
      ? run(`sed -n '1,120p' ${path}`, text)
      : call('Read', { file_path: path }, numbered(text))
  }
  const term = pick([...files.values()].flatMap(identifiersIn), 'title')
  const found = [...files].flatMap(([file, content]) =>
    content.split('\n').flatMap((line, index) => (line.includes(term) ? [`${file}:${index + 1}:${line}`] : [])),
  )
  const output = found.join('\n')
  return provider === 'codex'
    ? run(`rg -n ${term}`, output)
    : call('Grep', { pattern: term, path: cwd, output_mode: 'content' }, output)
}
