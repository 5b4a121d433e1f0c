import type { Random } from './random.js'
import { type Calls, run, type Story } from './story.js'

const WORDS = ['price', 'session', 'retry', 'config', 'timeout', 'merge', 'parse'] as const

const source = (random: Random): string =>
  Array.from(
    { length: random.int(8, 60) },
    (_, at) => `${at + 1}\t${'  '.repeat(random.int(0, 3))}${random.pick(WORDS)}(${random.pick(WORDS)})`,
  ).join('\n')

/** Returns a random read-only call: a file read, a text search or a git log. Codex uses the shell for all of them. */
export const glance = (random: Random, { provider, project: { cwd, files } }: Story): Calls => {
  const [file, word, dice] = [random.pick(files), random.pick(WORDS), random.next()]
  const found = files.map((path) => `${path}:${random.int(3, 240)}: ${word}`).join('\n')
  if (dice < 0.2) {
    const commits = `${random.hex(7)} ${word}: do it once\n${random.hex(7)} Name the ${word}`
    return run(`git log --oneline -5 -- ${file}`, commits)
  }
  if (provider === 'codex') {
    return dice < 0.7 ? run(`sed -n '1,80p' ${file}`, source(random)) : run(`rg -n ${word}`, found)
  }
  const look = { does: 'call', failed: false, asks: 0 } as const
  return dice < 0.7
    ? { ...look, tool: 'Read', input: { file_path: `${cwd}/${file}` }, output: source(random) }
    : { ...look, tool: 'Grep', input: { pattern: word, path: cwd }, output: found }
}
