import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/**
 * The layers, and in TABLE the imports allowed between them: rows import columns, `types` means types only, and anything
 * else is forbidden. PACKAGES lists packages and Node modules.
 */
const LAYERS = [
  'domain',
  'events',
  'projections',
  'commands',
  'http/contract',
  'http',
  'adapters',
  'ui',
  'cli',
  'root',
] as const
type Layer = (typeof LAYERS)[number]
type Allowance = 'yes' | 'types'

/** How long a port may take: its adapter keeps the limit that its caller relies on. */
const LIMITS = 'src/commands/ports/within-time.ts'
/** Who the commits of a command are by: the adapter asks when git knows nobody. */
const AUTHOR = 'src/commands/ports/git-author.ts'

/** The agent CLIs as data. */
const CATALOG = 'src/domain/tools/catalog.ts'

const TABLE: Readonly<Record<Layer, Readonly<Partial<Record<Layer, Allowance>>>>> = {
  domain: { domain: 'yes' },
  events: { domain: 'yes', events: 'yes', projections: 'types' },
  projections: { domain: 'yes', events: 'yes', projections: 'yes' },
  commands: { domain: 'yes', events: 'yes', projections: 'yes', commands: 'yes' },
  'http/contract': { domain: 'yes', 'http/contract': 'yes' },
  http: { domain: 'yes', events: 'yes', projections: 'yes', commands: 'types', 'http/contract': 'yes', http: 'yes' },
  adapters: { domain: 'yes', events: 'yes', projections: 'yes', commands: 'types', adapters: 'yes' },
  ui: { ui: 'yes', 'http/contract': 'types', domain: 'types' },
  cli: Object.fromEntries(LAYERS.filter((layer) => layer !== 'ui').map((layer) => [layer, 'yes'])),
  root: Object.fromEntries(LAYERS.filter((layer) => layer !== 'ui').map((layer) => [layer, 'yes'])),
}

/** Packages and Node modules by layer; a layer without an entry uses none. */
const PACKAGES: Readonly<Partial<Record<Layer, readonly RegExp[]>>> = {
  domain: [/^@effect\/schema$/, /^effect$/],
  events: [/^rxjs$/, /^crypto$/],
  commands: [/^effect$/, /^rxjs$/],
  http: [
    /^effect$/,
    /^rxjs$/,
    /^hono$/,
    /^@hono\/node-server(?:\/utils\/response)?$/,
    /^ws$/,
    /^prom-client$/,
    /^crypto$/,
    /^http$/,
    // Lists of addresses.
    /^net$/,
    /^stream$/,
  ],
}

const layerOf = (path: string): Layer | null => {
  if (path.startsWith('ui/')) return 'ui'
  const inside = /^src\/(.+)$/.exec(path)?.[1]
  if (inside === undefined) return null
  return LAYERS.find((layer) => inside.startsWith(`${layer}/`)) ?? 'root'
}

interface Edge {
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
  readonly package: string | null
}

let modules: readonly string[] = []
let edges: readonly Edge[] = []

beforeAll(async () => {
  const { output } = await cruise(['src', 'ui/src'], {
    baseDir: root,
    tsPreCompilationDeps: true,
    tsConfig: { fileName: join(root, 'tsconfig.json') },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$' },
  })
  const result = output as ICruiseResult
  modules = result.modules.map(({ source }) => source).filter((source) => layerOf(source) !== null)
  edges = result.modules.flatMap(({ source, dependencies }) =>
    dependencies.map((dependency) => {
      const own = layerOf(dependency.resolved)
      const name =
        /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(dependency.resolved)?.[1] ?? dependency.module.replace(/^node:/, '')
      return {
        from: source,
        to: dependency.resolved,
        typeOnly: dependency.dependencyTypes.includes('type-only'),
        package: own === null ? name : null,
      }
    }),
  )
}, 60_000)

describe('imports between layers', () => {
  it('the dependency graph is not empty', () => {
    expect(modules.length).toBeGreaterThan(150)
    expect(edges.length).toBeGreaterThan(500)
  })

  it('every import within the repository is allowed by the table', () => {
    const broken = edges.flatMap(({ from, to, typeOnly }) => {
      const [here, there] = [layerOf(from), layerOf(to)]
      if (here === null || there === null) return []
      const allowed = TABLE[here][there]
      const isPort = here === 'adapters' && to.startsWith('src/commands/ports/')
      // A file that imports nothing brings no other code to the page.
      const isLeaf = here === 'ui' && there === 'domain' && !edges.some((edge) => edge.from === to && !edge.typeOnly)
      const isForAdapters = here === 'adapters' && [LIMITS, AUTHOR].includes(to)
      const fine = allowed === 'yes' || isLeaf || isForAdapters || ((allowed === 'types' || isPort) && typeOnly)
      return fine ? [] : [`${from} → ${to}${typeOnly ? ' (types)' : ''}`]
    })
    expect(broken).toEqual([])
  })

  it('adapters import ports, not commands', () => {
    const broken = edges.flatMap(({ from, to }) =>
      layerOf(from) === 'adapters' && /^src\/commands\/(?!ports\/)/.test(to) ? [`${from} → ${to}`] : [],
    )
    expect(broken).toEqual([])
  })

  it('adapters share files, process, threads, the clock and single flights, and nothing else', () => {
    const folderOf = (path: string): string | undefined => /^src\/adapters\/([^/]+)/.exec(path)?.[1]
    const shared = new Set(['files', 'process', 'threads', 'clock.ts', 'single-flight.ts', undefined])
    const pairs = edges.flatMap(({ from, to }) => {
      const [here, there] = [folderOf(from), folderOf(to)]
      return here === undefined || here === there || shared.has(there) ? [] : [`${here} → ${there}`]
    })
    // The search thread indexes the text of transcripts; an unpacked bundle is staged in a database.
    expect([...new Set(pairs)].toSorted()).toEqual(['import → sqlite', 'sqlite → transcripts'])
  })

  it('the tool catalog imports nothing', () => {
    expect(edges.flatMap(({ from, to }) => (from === CATALOG ? [to] : []))).toEqual([])
  })

  it('the facts of a transcript do not depend on its view', () => {
    const broken = edges.flatMap(({ from, to }) =>
      from.startsWith('src/domain/transcript/facts/') && to.startsWith('src/domain/transcript/view/')
        ? [`${from} → ${to}`]
        : [],
    )
    expect(broken).toEqual([])
  })

  it('domain, events, projections, commands and http import only listed packages', () => {
    const broken = edges.flatMap(({ from, package: name }) => {
      const here = layerOf(from)
      if (name === null || here === null || here === 'adapters' || here === 'cli' || here === 'root' || here === 'ui')
        return []
      const allowed = PACKAGES[here] ?? []
      return allowed.some((pattern) => pattern.test(name)) ? [] : [`${from} → ${name}`]
    })
    expect(broken).toEqual([])
  })

  it('there are no cycles', () => {
    const next = new Map<string, string[]>()
    for (const { from, to, package: name, typeOnly } of edges) {
      if (name === null && !typeOnly) next.set(from, [...(next.get(from) ?? []), to])
    }
    const circles: string[] = []
    const done = new Set<string>()
    const visit = (at: string, path: readonly string[]): void => {
      if (path.includes(at)) circles.push([...path.slice(path.indexOf(at)), at].join(' → '))
      if (done.has(at) || path.includes(at)) return
      for (const to of next.get(at) ?? []) visit(to, [...path, at])
      done.add(at)
    }
    for (const from of next.keys()) visit(from, [])
    expect(circles).toEqual([])
  })
})

const sources = (): readonly (readonly [string, string])[] =>
  modules.map((path) => [path, readFileSync(join(root, path), 'utf8')])

/** Returns the files of `src` that import a package or Node module in any form: static, dynamic, with or without `node:`. */
const importers = (name: string): readonly string[] =>
  [...new Set(edges.flatMap((edge) => (edge.package === name && !edge.typeOnly ? [edge.from] : [])))]
    .filter((path) => path.startsWith('src/'))
    .toSorted()
const outside = (folder: string | RegExp, files: readonly string[]): readonly string[] =>
  files.filter((path) => (typeof folder === 'string' ? !path.startsWith(folder) : !folder.test(path)))

const holding = (pattern: RegExp): readonly string[] =>
  sources().flatMap(([path, text]) => (path.startsWith('src/') && pattern.test(text) ? [path] : []))

describe('one place for each thing', () => {
  it('only config.ts reads the environment', () => {
    // The development loader is not part of the build, and the credential helper contains the text of another program.
    const others = ['src/adapters/threads/from-source.mjs', 'src/adapters/git/credential.ts']
    const built = holding(/process\.env\b|\benv\b[^=\n]*\} = process\b/).filter((path) => !others.includes(path))
    // The helper runs as root: it empties the environment, and sets that of the account that it becomes.
    expect(built).toEqual(['src/config.ts', 'src/helper/helper.ts'])
  })

  it('only the clock reads the time', () => {
    expect(holding(/Date\.now\(|performance\.now\(|new Date\(\)/)).toEqual(['src/adapters/clock.ts'])
  })

  it('only the adapters for SQLite and accounts, and the doctor, open a database', () => {
    expect(outside(/^src\/adapters\/(?:sqlite|accounts)\//, holding(/new Database\(/))).toEqual(['src/cli/doctor.ts'])
    expect(outside(/^src\/adapters\/(?:sqlite|accounts)\//, importers('better-sqlite3'))).toEqual(['src/cli/doctor.ts'])
    expect(importers('sqlite')).toEqual([])
  })

  it('only the process adapter starts programs', () => {
    expect(importers('child_process')).not.toEqual([])
    expect(outside('src/adapters/process/', importers('child_process'))).toEqual([])
  })

  it('programs that the service runs are started in one file, which ends them with it', () => {
    const others = importers('child_process').filter((path) => path !== 'src/adapters/process/programs.ts')
    // The fork server ends itself; two are programs in the user's terminal, and the helper of root waits for what it runs.
    expect(others).toEqual([
      'src/adapters/process/foreground.ts',
      'src/adapters/process/fork-server/open.ts',
      'src/adapters/process/pass-through.ts',
      'src/adapters/process/system-program.ts',
    ])
    expect(holding(/\bspawnIn\(/).toSorted()).toEqual(['src/adapters/process/hook.ts', 'src/adapters/process/run.ts'])
  })

  it('limits of time hold where nothing may be interrupted: only one file uses those of Effect', () => {
    expect(holding(/\bEffect\.(?:timeout|race)\w*/)).toEqual([LIMITS])
  })

  it('only the git adapter names git as a program, and the doctor asks for its version', () => {
    const naming = holding(/(?<!tag: )['"`]git['"`](?!\])/).filter((path) => !path.startsWith('src/adapters/git/'))
    expect(naming).toEqual(['src/cli/doctor.ts'])
  })

  it('only the tmux adapter runs tmux, and the doctor asks for its version', () => {
    const runners = holding(/['"`]tmux['"`]/).filter((path) => !path.startsWith('src/adapters/tmux/'))
    expect(runners).toEqual(['src/cli/doctor.ts'])
  })

  it('only the thread adapter starts worker threads', () => {
    expect(outside('src/adapters/threads/', holding(/new Worker\(|\bparentPort\b/))).toEqual([])
  })

  it('only the program for thumbnails decodes images, and only the demo draws some', () => {
    expect(importers('sharp')).toEqual(['src/adapters/proof/thumbnail.ts', 'src/cli/demo/lanes/proof.ts'])
    expect(readFileSync(join(root, 'src/cli/demo/lanes/proof.ts'), 'utf8')).not.toMatch(/^import .*'sharp'/m)
  })

  it('only the catalog lists the providers and the tool ids', () => {
    const lists =
      /['"](?:claude|cli_a)['"]\s*[|,]\s*['"](?:codex|cli_b)['"]|['"](?:codex|cli_b)['"]\s*[|,]\s*['"](?:claude|cli_a)['"]/
    expect(sources().flatMap(([path, text]) => (lists.test(text) ? [path] : []))).toEqual([CATALOG])
  })

  it('only the catalog declares a Provider type', () => {
    const declared = sources().flatMap(([path, text]) =>
      /\b(?:type|interface|class) \w*Provider\b(?! ?[,}])/.test(text) ? [path] : [],
    )
    expect(declared).toEqual([CATALOG])
  })

  it('only what the service wrote is parsed without limits', () => {
    // JSON from outside is parsed by `src/domain/json/depth.ts`: bounded in depth, and well-formed.
    const own =
      /^src\/(?:projections|events|cli\/demo)\/|^src\/adapters\/(?:sqlite|accounts|spool)\/|^src\/adapters\/transcripts\/(?:archive|pages)\//
    const parsing = holding(/\bJSON\.parse\(/).filter((path) => !own.test(path))
    expect(parsing.toSorted()).toEqual([
      'src/adapters/http-server/control.ts',
      'src/adapters/transcripts/files/thread-files.ts',
      'src/adapters/transcripts/parse/position.ts',
      'src/commands/ingest/companions.ts',
      'src/commands/ingest/hook.ts',
      'src/commands/ingest/transcript.ts',
      'src/commands/reactors/deliveries.ts',
      'src/domain/json/depth.ts',
      'src/version.ts',
    ])
  })

  it('only schema.ts imports the schema package', () => {
    expect(holding(/from '@effect\/schema/)).toEqual(['src/domain/schema.ts'])
  })

  it('only the runtime of the service, the fork server, the accounts and the command line run an Effect', () => {
    const runners = holding(/\b(?:Effect|[Rr]untime)\.run(?:Promise|Sync|Fork|Callback)/)
    expect(runners.filter((path) => !path.startsWith('src/cli/')).toSorted()).toEqual([
      'src/adapters/process/fork-server/fork-server.ts',
      'src/adapters/system-accounts/channel.ts',
      'src/wiring/accounts/accounts.ts',
      'src/wiring/accounts/serve.ts',
      'src/wiring/runtime.ts',
    ])
  })

  it('only json.ts declares schemas of arbitrary JSON', () => {
    const untyped = holding(/\b(?:S|Schema)\.(?:Unknown|Any|Object)\b/).filter((path) => path.startsWith('src/http/'))
    expect(untyped).toEqual(['src/http/contract/json.ts'])
  })

  it('only status.ts lists the statuses', () => {
    const lists = /'active'[,|\s]+'completed'[,|\s]+'error'|'working'[,|\s]+'waiting'[,|\s]+'completed'/
    const writers = sources().flatMap(([path, text]) => (lists.test(text) ? [path] : []))
    expect(writers).toEqual(['src/domain/session/status.ts'])
  })

  it('the composition root is short and reassigns no variable', () => {
    const main = readFileSync(join(root, 'src/main.ts'), 'utf8')
    expect(main.split('\n').length).toBeLessThan(150)
    // A part that gets a dependency later would need a variable.
    expect(main.match(/^\s*(?:let|var) .*/gm) ?? []).toEqual([])
  })

  it('no file imports the barrel of Effect, which loads all its modules', () => {
    expect(holding(/from 'effect'/)).toEqual([])
  })

  it('only adapters, the live channel and the command line set timers', () => {
    const timers = holding(/\bset(?:Timeout|Interval)\(/).filter(
      (path) => !/^src\/(?:adapters|http\/live|cli)\//.test(path),
    )
    // Exceptions: the transcript follower delays reads after a burst, and a request body is drained for a limited time.
    expect(timers.toSorted()).toEqual(['src/commands/reactors/transcript-follow.ts', 'src/http/body.ts'])
  })

  it('no file is longer than 400 lines', () => {
    const long = sources().flatMap(([path, text]) => (text.split('\n').length > 400 ? [path] : []))
    expect(long.map((path) => relative(dirname(root), path))).toEqual([])
  })

  it('no file uses the type any', () => {
    expect(
      sources().flatMap(([path, text]) =>
        /[:<(]\s*any\b(?!\w)/.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')) ? [path] : [],
      ),
    ).toEqual([])
  })
})

describe('the documentation', () => {
  it('names files that exist', () => {
    const parts = readdirSync(join(root, 'docs', 'parts')).map((name) => `docs/parts/${name}`)
    const text = ['ARCHITECTURE.md', 'docs/how-to-add.md', ...parts]
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n')
    const named = [...text.matchAll(/`([a-z./-]+\/[\w.-]+\.(?:tsx?|mjs))`/g)].map(([, path = '']) => path)
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter((path) => ![path, `src/${path}`].some((at) => existsSync(join(root, at))))).toEqual([])
  })
})
