import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import * as Either from 'effect/Either'
import { isLoose, loose } from '../../domain/agent-config/record.js'
import { parseShallow } from '../../domain/json/depth.js'
import { readText } from '../files/regular-file.js'
import { systemProgram } from '../process/system-program.js'
import { accountNamed, members } from './account-table.js'
import { GROUP, HELPER, type HelperSettings, INSTALLATION, NODE, PROGRAM, RULE, SETTINGS } from './layout.js'
import { checkOfRoot, ProvisionFailed } from './provision.js'

/** What the helper is installed from. */
interface Source {
  /** The folder of the product. */
  readonly root: string
  readonly node: string
}

/** What is not in our own files, because it has native code. The database is not among them: the helper has none. */
const NATIVE = ['@lydell/node-pty', 'sharp']
const MAX_BYTES = 1024 * 1024
const ACCOUNT = /^[a-z_][a-z0-9_-]{0,31}$/

const failIf = (problem: string | null): void => {
  if (problem !== null) throw new ProvisionFailed(problem)
}

const jsonOf = (path: string): Readonly<Record<string, unknown>> => {
  const parsed = parseShallow(readText(path, MAX_BYTES) ?? 'null')
  return Either.isRight(parsed) && isLoose(parsed.right) ? parsed.right : {}
}

/** Returns the folder of a package as Node.js finds it from another one; null if it is not installed. */
const folderOf = (name: string, from: string): string | null => {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
    if (at === dirname(at)) return null
  }
}

/** Returns the folders of packages and of all that they need, by name. */
const packagesOf = (names: readonly string[], from: string, found = new Map<string, string>()): Map<string, string> => {
  for (const name of names) {
    const folder = found.has(name) ? null : folderOf(name, from)
    if (folder === null) continue
    found.set(name, folder)
    const { dependencies, optionalDependencies } = jsonOf(join(folder, 'package.json'))
    packagesOf(Object.keys({ ...loose(dependencies), ...loose(optionalDependencies) }), folder, found)
  }
  return found
}

const copied = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, dereference: true, filter: (path) => !path.endsWith('.map') })

/** Makes the folder for homes one of root. */
const prepareRoot = (usersRoot: string): void => {
  if (!existsSync(dirname(usersRoot))) prepareRoot(dirname(usersRoot))
  checkOfRoot(dirname(usersRoot))
  if (lstatSync(usersRoot, { throwIfNoEntry: false }) === undefined) mkdirSync(usersRoot)
  if (!lstatSync(usersRoot).isDirectory()) throw new ProvisionFailed(`${usersRoot} is no folder`)
  chownSync(usersRoot, 0, 0)
  chmodSync(usersRoot, 0o755)
}

const ruleFor = (hostAccount: string): string => `# Written by "switchyard server system-accounts install".
Defaults!${HELPER} env_reset, !requiretty, !use_pty
${hostAccount} ALL=(root) NOPASSWD: ${HELPER} ""
`

/** Lets the host account run the helper. A rule that sudo does not understand would lock everybody out of sudo, so it is checked. */
const writeRule = (hostAccount: string): void => {
  if (hostAccount === 'root') return
  if (!existsSync(dirname(RULE))) throw new ProvisionFailed('sudo is not installed')
  const draft = `${SETTINGS}.rule`
  writeFileSync(draft, ruleFor(hostAccount), { mode: 0o440 })
  try {
    failIf(systemProgram('visudo', ['-c', '-q', '-f', draft]))
    copyFileSync(draft, `${RULE}.new`)
    chmodSync(`${RULE}.new`, 0o440)
    renameSync(`${RULE}.new`, RULE)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Installs the helper, or replaces it by that of this release. Run by root. */
export const installHelper = (settings: HelperSettings, { root, node }: Source): void => {
  const { hostAccount, usersRoot } = settings
  if (!ACCOUNT.test(hostAccount) || accountNamed(hostAccount) === undefined)
    throw new ProvisionFailed(`there is no account ${hostAccount}`)
  process.umask(0o022)
  prepareRoot(usersRoot)
  failIf(systemProgram('groupadd', ['--force', '--system', GROUP]))
  const draft = `${INSTALLATION}.new`
  rmSync(draft, { recursive: true, force: true })
  const at = (path: string): string => draft + path.slice(INSTALLATION.length)
  mkdirSync(at(PROGRAM), { recursive: true })
  copyFileSync(node, at(NODE))
  copied(join(root, 'package.json'), join(at(PROGRAM), 'package.json'))
  copied(join(root, 'dist'), join(at(PROGRAM), 'dist'))
  for (const [name, folder] of packagesOf(NATIVE, root)) copied(folder, join(at(PROGRAM), 'node_modules', name))
  writeFileSync(at(HELPER), `#!${NODE}\nimport('${PROGRAM}/dist/helper.js')\n`)
  writeFileSync(at(SETTINGS), `${JSON.stringify(settings, null, 2)}\n`)
  failIf(systemProgram('chown', ['-R', 'root:root', draft]))
  failIf(systemProgram('chmod', ['-R', 'u=rwX,go=rX', draft]))
  for (const path of [NODE, HELPER]) chmodSync(at(path), 0o755)
  const old = `${INSTALLATION}.old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(INSTALLATION)) renameSync(INSTALLATION, old)
  renameSync(draft, INSTALLATION)
  rmSync(old, { recursive: true, force: true })
  writeRule(hostAccount)
}

/** Deletes the helper and the rule for it. Accounts and homes stay. Run by root. */
export const uninstallHelper = (): void => {
  rmSync(RULE, { force: true })
  rmSync(INSTALLATION, { recursive: true, force: true })
  if (members()?.length === 0) failIf(systemProgram('groupdel', [GROUP]))
}

/** Returns what the installed helper was installed with; null if none is. */
export const installedHelper = (): HelperSettings | null => {
  const { hostAccount, usersRoot, version } = jsonOf(SETTINGS)
  return typeof hostAccount === 'string' && typeof usersRoot === 'string' && typeof version === 'string'
    ? { hostAccount, usersRoot, version }
    : null
}
