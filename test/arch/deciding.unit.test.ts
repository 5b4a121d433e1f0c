import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../src/events/catalogue.js'

const root = join(import.meta.dirname, '..', '..')
/** Returns the text of the matching TypeScript files below a folder, by path. */
const sources = (folder: string, name = /\.ts$/): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => name.test(path))
      .map((path) => [`${folder}/${path}`, readFileSync(join(root, folder, path), 'utf8')]),
  )

const commands = sources('src/commands')
const deciders = sources('src/commands', /\/decider\.ts$/)
const decisions = sources('src/domain', /\/decide\.ts$/)

const importsOf = (text: string): readonly string[] =>
  [...text.matchAll(/ from '([^']+)'/g)].map(([, from = '']) => from)
const matching = (files: ReadonlyMap<string, string>, pattern: RegExp): readonly string[] =>
  [...files].flatMap(([path, text]) => (pattern.test(text) ? [path] : [])).toSorted()

/** Returns the text of each call of a function: from its name to the closing parenthesis. */
const callsOf = (text: string, name: string): readonly string[] =>
  [...text.matchAll(new RegExp(`${name}\\(`, 'g'))].map(({ index }) => {
    let open = 0
    for (let at = text.indexOf('(', index); at < text.length; at++) {
      if (text[at] === '(') open += 1
      if (text[at] === ')') open -= 1
      if (open === 0) return text.slice(index, at + 1)
    }
    return text.slice(index)
  })

/** Ports that a transaction may use: the time, and tables. */
const IN_DATABASE = new Set(['clock', 'cursors', 'bundles'])
/** Names under which commands use the other ports, and signs of asynchronous work. */
const OTHER_NAMES = [
  'await',
  'async',
  'secrets',
  'setups',
  'http',
  'git',
  'tmux',
  'parser',
  'archive',
  'deliver',
  'later',
]

const isIngestOrReactor = (path: string): boolean => /^src\/commands\/(?:ingest|reactors)\//.test(path)

describe('decisions are pure', () => {
  it('there are decisions and deciders to check', () => {
    expect(decisions.size).toBeGreaterThanOrEqual(8)
    expect(deciders.size).toBeGreaterThanOrEqual(6)
  })

  it('the domain imports only Either from Effect', () => {
    const used = [...sources('src/domain')].flatMap(([path, text]) =>
      importsOf(text).flatMap((from) =>
        /^effect(?:\/|$)/.test(from) && from !== 'effect/Either' ? [`${path} → ${from}`] : [],
      ),
    )
    expect(used).toEqual([])
  })

  it('each decider imports a domain/<noun>/decide.ts, and each of those is imported', () => {
    const without = [...deciders].flatMap(([path, text]) =>
      importsOf(text).some((from) => from.endsWith('/decide.js')) ? [] : [path],
    )
    expect(without).toEqual([])
    const used = new Set([...commands.values()].flatMap(importsOf).map((from) => from.replace(/^(?:\.\.\/)+/, 'src/')))
    expect([...decisions.keys()].filter((path) => !used.has(path.replace(/ts$/, 'js')))).toEqual([])
  })

  it('only decisions create the events of commands', () => {
    const own = Object.keys(catalogue).filter((type) => matching(decisions, new RegExp(`type: .*'${type}'`)).length > 0)
    expect(own.length).toBeGreaterThan(15)
    const elsewhere = own.flatMap((type) =>
      matching(commands, new RegExp(`(?<!=== )'${type}'`)).map((path) => `${path}: ${type}`),
    )
    expect(elsewhere.toSorted()).toEqual([
      // Events that reproduce the rows of a bundle.
      'src/commands/maintenance/bundle/rows.ts: agent-created',
      'src/commands/maintenance/bundle/rows.ts: agent-updated',
      'src/commands/maintenance/bundle/rows.ts: session-created',
      'src/commands/maintenance/bundle/rows.ts: session-updated',
      // A reactor decides from processes and time.
      'src/commands/reactors/lifecycle.ts: session-abandoned',
    ])
  })
})

/** Returns the changing routes of a file of handlers that are served by an async function. */
const asyncChanges = (path: string, text: string): readonly string[] => {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isPropertyAssignment(node) &&
      ts.isStringLiteral(node.name) &&
      /^(?:POST|PUT|PATCH|DELETE) /.test(node.name.text)
    ) {
      const isAsync =
        (ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer)) &&
        node.initializer.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
      if (isAsync) found.push(`${path}: ${node.name.text}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest))
  return found
}

describe('commands are Effects', () => {
  it('no route that changes something is served by a promise', () => {
    const handlers = sources('src/http/handlers')
    expect(handlers.size).toBeGreaterThan(30)
    expect([...handlers].flatMap(([path, text]) => asyncChanges(path, text))).toEqual([])
    const served = `export const h = { 'POST /api/x': async () => ({ status: 200 }), 'GET /api/x': async () => 1 }`
    expect(asyncChanges('x.ts', served)).toEqual(['x.ts: POST /api/x'])
  })

  it('no command wraps a promise that commits, which would turn a refused write into a defect', () => {
    const wrapped = [...commands].flatMap(([path, text]) =>
      [...callsOf(text, 'Effect\\.promise'), ...callsOf(text, 'Effect\\.tryPromise')].flatMap((call) =>
        /\b(?:run|record|submit)\(/.test(call) ? [path] : [],
      ),
    )
    expect(wrapped).toEqual(['src/commands/kernel/commit.ts'])
  })
})

describe('a transaction accesses only the database', () => {
  it('deciders are constants in files that import no port', () => {
    for (const [path, text] of deciders) {
      const beyond = importsOf(text).filter(
        (from) => !/^\.\.\/(?:kernel\/run\.js$|\.\.\/(?:domain|events|projections)\/)/.test(from),
      )
      expect({ path, beyond }).toEqual({ path, beyond: [] })
      expect(text.match(/defineDecider\(/g)).toHaveLength(
        text.match(/^export const \w+ = defineDecider\(/gm)?.length ?? 0,
      )
    }
    expect(matching(commands, /defineDecider\(/)).toEqual([...deciders.keys()].toSorted())
  })

  it('only runners, ingest and reactors open transactions', () => {
    const openers = matching(commands, /\bsubmit\(|\bcommit\(committer/).filter((path) => !isIngestOrReactor(path))
    expect(openers).toEqual([
      'src/commands/kernel/commit.ts',
      'src/commands/kernel/run.ts',
      'src/commands/maintenance/bundle/take.ts',
      'src/commands/maintenance/erasure.ts',
    ])
    const ports = openers.flatMap((path) =>
      importsOf(commands.get(path) ?? '').filter((from) => from.includes('/ports/')),
    )
    // A bundle is unpacked into the same database.
    expect([...new Set(ports.map((from) => from.replace(/^.*\//, '')))].toSorted()).toEqual(['bundles.js', 'clock.js'])
  })

  it('only runners, ingest and reactors append events', () => {
    const appending = matching(commands, /\btx\.append\(/).filter((path) => !isIngestOrReactor(path))
    expect(appending).toEqual(['src/commands/kernel/run.ts', 'src/commands/maintenance/bundle/take.ts'])
  })

  it('no transaction uses a port to the machine', () => {
    const ports = readdirSync(join(root, 'src/commands/ports'))
      .map((file) => file.replace('.ts', '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
      .filter((port) => !IN_DATABASE.has(port))
    expect(ports.length).toBeGreaterThan(15)
    const machine = new RegExp(`\\b(?:${[...ports, ...OTHER_NAMES].join('|')})\\b`)
    const found = [...commands].flatMap(([path, text]) =>
      [...callsOf(text, '\\.submit'), ...callsOf(text, '\\bcommit')].flatMap((call) =>
        machine.test(call) ? [`${path}: ${machine.exec(call)?.[0] ?? ''}`] : [],
      ),
    )
    expect(found).toEqual([])
  })
})
