import { realpathSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { Command } from 'commander'
import { members } from '../../adapters/system-accounts/account-table.js'
import { installedHelper, installHelper, uninstallHelper } from '../../adapters/system-accounts/install.js'
import { realPath } from '../../adapters/files/real-path.js'
import { HELPER } from '../../adapters/system-accounts/layout.js'
import { installSettings } from '../../config.js'
import { PACKAGE, version } from '../../version.js'
import { Failure, USAGE } from '../exit.js'
import { counted, print, printJson, say } from '../output.js'

/** Returns `switchyard server system-accounts`: what gives each user an account of the operating system. */
export const systemAccountsCommand = (): Command => {
  const given = installSettings()
  return new Command('system-accounts')
    .description('give each user an account of the operating system (Linux, as root)')
    .addCommand(
      new Command('install')
        .description(
          'install the helper that makes accounts and acts as them; again: replace it by that of this release',
        )
        .option('--host-account <name>', 'the account that the service runs as', given.hostAccount)
        .option('--users-root <folder>', 'where the homes are', given.usersRoot)
        .action(install),
    )
    .addCommand(
      new Command('remove').description('remove the helper; accounts, homes and their files stay').action(remove),
    )
    .addCommand(
      new Command('status')
        .description('show what is installed')
        .option('--json', 'print the status as JSON')
        .action(status),
    )
}

const asRoot = (command: string): void => {
  if (process.platform !== 'linux') throw new Failure('system accounts need Linux')
  if (process.getuid?.() !== 0) throw new Failure(`run it as root: sudo switchyard server system-accounts ${command}`)
}

interface InstallOptions {
  readonly hostAccount?: string
  readonly usersRoot: string
}

const install = ({ hostAccount, usersRoot: given }: InstallOptions): void => {
  asRoot('install')
  if (hostAccount === undefined || hostAccount === '')
    throw new Failure('name the account that the service runs as: --host-account <name>', USAGE)
  if (!isAbsolute(given)) throw new Failure('--users-root must be an absolute path', USAGE)
  // As the service has it: without links.
  const usersRoot = realPath(given)
  const before = installedHelper()
  say('Copying the helper …')
  installHelper({ hostAccount, usersRoot, version }, { root: dirname(PACKAGE), node: realpathSync(process.execPath) })
  print(`${before === null ? 'Installed' : 'Replaced'} ${HELPER} for ${hostAccount}; homes are in ${usersRoot}.`)
  print('Start the service with:')
  print(`  SVC_MODE=server SVC_SYSTEM_ACCOUNTS=1 SVC_USERS_ROOT=${usersRoot} switchyard start`)
  print('Users from before get their accounts with: switchyard users provision <name>')
}

const remove = (): void => {
  asRoot('remove')
  const left = members() ?? []
  uninstallHelper()
  print('Removed the helper.')
  if (left.length > 0) print(`${counted(left.length, 'account')} stayed, with their homes: ${left.join(', ')}`)
}

const status = ({ json }: { readonly json?: true }): void => {
  const found = installedHelper()
  const accounts = members() ?? []
  const isCurrent = found?.version === version
  if (json === true) return printJson({ installed: found !== null, helper: found, version, isCurrent, accounts })
  const rows: readonly (readonly [string, string])[] = [
    ['helper', found === null ? 'not installed' : HELPER],
    ['release', found === null ? '-' : `${found.version}${isCurrent ? '' : ` (this is ${version})`}`],
    ['host account', found?.hostAccount ?? '-'],
    ['users root', found?.usersRoot ?? '-'],
    ['accounts', accounts.join(', ') || '-'],
  ]
  for (const [name, value] of rows) print(`${name.padEnd(14)}${value}`)
  if (found !== null && !isCurrent) say('Update it with: sudo switchyard server system-accounts install')
  return undefined
}
