import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { type Kind, lineOf } from './lines.js'

/** One edit of one transcript. With `look` the service scans all transcripts after it. */
export interface Edit {
  readonly kind: 'append' | 'half' | 'finish' | 'truncate' | 'replace' | 'move' | 'remove'
  readonly file: number
  readonly n: number
  readonly part: number
  readonly look: boolean
}

export const edits = (count: number): fc.Arbitrary<Edit[]> =>
  fc.array(
    fc.record({
      kind: fc.oneof(
        { weight: 6, arbitrary: fc.constant('append' as const) },
        { weight: 3, arbitrary: fc.constant('half' as const) },
        { weight: 3, arbitrary: fc.constant('finish' as const) },
        { weight: 2, arbitrary: fc.constant('truncate' as const) },
        { weight: 2, arbitrary: fc.constant('replace' as const) },
        { weight: 1, arbitrary: fc.constant('move' as const) },
        { weight: 1, arbitrary: fc.constant('remove' as const) },
      ),
      file: fc.nat({ max: 3 }),
      n: fc.integer({ min: 1, max: 4 }),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      look: fc.boolean(),
    }),
    { minLength: count, maxLength: count },
  )

const MAIN = '11111111-1111-4111-8111-111111111111'
const OTHER = '22222222-2222-4222-8222-222222222222'
const ROLLOUT = '019ce299-7e70-7a13-9314-042ed6725303'

interface File {
  readonly kind: Kind
  readonly session: string
  /** The current path and the path to move it to. */
  paths: readonly [string, string]
  /** The rest of a partially written line. */
  rest: string
}

const START = Date.parse('2026-11-01T10:00:00Z')

/** The transcripts of Claude Code and Codex, edited as the CLIs and users edit them. */
export class EditedFiles {
  #lines = 0
  #edits = 0
  readonly #files: readonly File[]

  constructor(home: string) {
    const projects = (folder: string, name: string): string => join(home, 'projects', folder, name)
    const rollout = `rollout-2026-11-01T10-00-00-${ROLLOUT}.jsonl`
    const file = (kind: Kind, session: string, from: string, to: string): File => ({
      kind,
      session,
      paths: [from, to],
      rest: '',
    })
    const agent = (folder: string): string => projects(folder, join(MAIN, 'subagents', 'agent-a1.jsonl'))
    this.#files = [
      file('claude', MAIN, projects('-repo', `${MAIN}.jsonl`), projects('-moved', `${MAIN}.jsonl`)),
      file('claude', OTHER, projects('-repo', `${OTHER}.jsonl`), projects('-moved', `${OTHER}.jsonl`)),
      file('agent', MAIN, agent('-repo'), agent('-moved')),
      file(
        'codex',
        ROLLOUT,
        join(home, 'sessions', '2026', '11', '01', rollout),
        join(home, 'archived_sessions', rollout),
      ),
    ]
  }

  apply({ kind, file: index, n, part }: Edit): void {
    const file = this.#files[index]
    if (file === undefined) throw new Error(`there is no file ${index}`)
    const [path] = file.paths
    mkdirSync(dirname(path), { recursive: true })
    switch (kind) {
      case 'append':
        appendFileSync(path, this.#some(file, n))
        file.rest = ''
        break
      case 'half': {
        const line = this.#some(file, 1)
        const cut = insideOf(line, part)
        appendFileSync(path, line.slice(0, cut))
        file.rest = line.slice(cut)
        break
      }
      case 'finish':
        appendFileSync(path, file.rest)
        file.rest = ''
        break
      case 'truncate':
        this.#truncate(path, n, part)
        file.rest = ''
        break
      case 'replace': {
        const kept = linesIn(path).slice(0, n)
        writeFileSync(`${path}.new`, kept.join('') + this.#some(file, n))
        renameSync(`${path}.new`, path)
        file.rest = ''
        break
      }
      case 'move':
        if (!existsSync(path)) break
        mkdirSync(dirname(file.paths[1]), { recursive: true })
        renameSync(path, file.paths[1])
        file.paths = [file.paths[1], path]
        break
      case 'remove':
        rmSync(path, { force: true })
        file.rest = ''
    }
    this.#stamp(file.paths[0])
  }

  /** Cuts off the last lines, or part of one. Never only a newline, which makes no difference to a reader. */
  #truncate(path: string, n: number, part: number): void {
    const lines = linesIn(path)
    const kept = lines.slice(0, Math.max(0, lines.length - n))
    const next = lines[kept.length] ?? ''
    const half = part < 0.5 || next.length < 3 ? '' : next.slice(0, insideOf(next, part))
    if (existsSync(path)) truncateSync(path, Buffer.byteLength(kept.join('') + half))
  }

  #some({ kind, session }: File, n: number): string {
    return Array.from({ length: n }, () => lineOf(kind, session, this.#lines++)).join('')
  }

  // Each edit gets a distinct modification time, so that the resolution of the file system does not matter.
  #stamp(path: string): void {
    this.#edits += 1
    const at = new Date(START + this.#edits * 1000)
    if (existsSync(path)) utimesSync(path, at, at)
  }
}

const linesIn = (path: string): readonly string[] =>
  existsSync(path) ? (readFileSync(path, 'utf8').match(/[^\n]*\n|[^\n]+$/g) ?? []) : []

/** Returns an index inside a line, after its first and before its last character. */
const insideOf = (line: string, part: number): number => 1 + Math.floor(part * (line.trimEnd().length - 2))
