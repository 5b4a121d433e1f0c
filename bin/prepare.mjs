// Installs and builds what is missing or stale, and says so in one line. Plain JavaScript without dependencies: it runs
// on a fresh clone, before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamps = join(root, 'node_modules', '.switchyard')

const say = (line) => process.stderr.write(`${line}\n`)
const fail = (line) => {
  say(`switchyard: ${line}`)
  process.exit(1)
}

// Compiles native modules against the headers of this Node.js if they are installed, which saves a download.
const prefix = dirname(dirname(process.execPath))
const headers = existsSync(join(prefix, 'include', 'node', 'node_api.h')) ? { npm_config_nodedir: prefix } : {}

const run = (command, args) => {
  const env = { ...process.env, ...headers }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', env })
  if (status !== 0) fail(`${command} ${args.join(' ')} failed\n${stdout ?? ''}${stderr ?? ''}`)
}

const stampOf = (name) => {
  try {
    return readFileSync(join(stamps, name), 'utf8')
  } catch {
    return null
  }
}
const remember = (name, value) => {
  mkdirSync(stamps, { recursive: true })
  writeFileSync(join(stamps, name), value)
}

const filesUnder = (path) => {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full, { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules')
    .flatMap(({ name }) => filesUnder(join(path, name)))
}

const digest = (paths) => {
  const hash = createHash('sha256').update(process.version)
  for (const path of paths.flatMap(filesUnder).toSorted()) hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) fail(`Node.js 20.19 or newer is required; this is ${process.version}`)

/** Installs dependencies when the lock file changed, builds the parts whose sources changed. */
export const prepare = (parts) => {
  const lock = digest(['package.json', 'package-lock.json'])
  if (stampOf('install') !== lock) {
    say('installing dependencies (better-sqlite3 is compiled, which takes about a minute) …')
    // Not `npm ci`: a lock file made where a registry lacks other platforms' binaries does not list them, which it refuses.
    run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
    remember('install', lock)
  }
  if (parts.includes('server'))
    build('server', ['src', 'tsconfig.json', 'vite.config.ts', 'package-lock.json'], 'dist/cli.js', 'the service')
  if (parts.includes('ui'))
    build(
      'ui',
      ['ui', 'src/http/contract', 'src/domain/tools', 'package-lock.json'],
      'ui/dist/index.html',
      'the dashboard',
    )
}

const build = (name, sources, result, words) => {
  const wanted = digest(sources)
  if (stampOf(name) === wanted && existsSync(join(root, result))) return
  say(`building ${words} …`)
  run('npm', ['run', '--silent', `build:${name}`])
  remember(name, wanted)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) prepare(['server', 'ui'])
