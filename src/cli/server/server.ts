import { Command } from 'commander'
import { readConfig } from '../../config.js'
import { Failure } from '../exit.js'
import { print, printJson, say } from '../output.js'
import { asHost } from './host.js'
import { systemAccountsCommand } from './system-accounts.js'
import { confirmed, newSecret, type SecretOptions } from './secret.js'

/** What one operating-system account for all users means. It is said wherever server mode is set up or shown. */
export const TRUST =
  'Panes of all users run as one account of the host, so server mode is for people who trust each other.'

export const serverCommand = (): Command =>
  new Command('server')
    .description('set up, show and turn off server mode: several users, each with a login')
    .addCommand(
      new Command('setup')
        .description('create the first admin and enter server mode; does only what is missing')
        .option('--username <name>', 'the name of the first admin', 'admin')
        .option('--password-stdin', 'read the password from stdin')
        .option('--generate', 'make a password and print it once')
        .option('--json', 'print the result as JSON')
        .action(setup),
    )
    .addCommand(
      new Command('status')
        .description('show the mode, what is set up, and what needs attention')
        .option('--json', 'print the status as JSON')
        .action(status),
    )
    .addCommand(
      new Command('off')
        .description('end all logins and leave server mode; accounts and history stay')
        .option('--yes', 'do not ask')
        .option('--json', 'print the result as JSON')
        .action(off),
    )
    .addCommand(
      new Command('owner')
        .description('make another admin the owner of what nobody else owns')
        .argument('<name>', 'an enabled admin')
        .option('--json', 'print the result as JSON')
        .action(owner),
    )
    .addCommand(systemAccountsCommand())

interface Json {
  readonly json?: true
}

const setup = async (options: SecretOptions & Json & { readonly username: string }): Promise<void> => {
  const username = options.username.toLowerCase()
  await asHost(readConfig(), async (ask) => {
    const { users, isolation } = await ask('GET /control/status', {})
    // With an account there is nothing to ask for.
    const { secret, show } = users > 0 ? { secret: '', show: false } : await newSecret(options)
    const { created } = await ask('POST /control/setup', {}, { username, password: secret })
    if (isolation === 'none') say(TRUST)
    if (options.json === true)
      return printJson({ created, username: created ? username : null, password: show ? secret : null })
    print(created ? `Created the admin ${username}.` : 'The accounts were kept.')
    if (show) print(`Password: ${secret}`)
    return print('Server mode is set up. Start the service with: SVC_MODE=server switchyard start')
  })
}

const status = ({ json }: Json): Promise<void> =>
  asHost(readConfig(), async (ask) => {
    const found = await ask('GET /control/status', {})
    if (json === true) return printJson(found)
    const yesNo = (value: boolean): string => (value ? 'yes' : 'no')
    const rows: readonly (readonly [string, string])[] = [
      ['service running', yesNo(found.running)],
      ['SVC_MODE', found.mode],
      ['set up', yesNo(found.setUp)],
      ['host owner', found.hostOwner ?? '-'],
      ['public URL', found.publicUrl ?? '-'],
      ['trusted proxies', found.trustedProxies.join(', ') || '-'],
      ['isolation', isolationOf(found.isolation)],
      ['helper', found.helper === null ? '-' : `${found.helper.version} for ${found.helper.hostAccount}`],
      ['users root', found.usersRoot],
      ['users', String(found.users)],
      ['logins open', String(found.logins)],
    ]
    for (const [name, value] of rows) print(`${name.padEnd(16)} ${value}`)
    for (const folder of found.deletedFolders) print(`folder of a deleted user: ${folder}`)
    for (const warning of found.warnings) say(warning)
    if (found.isolation === 'none') return say(TRUST)
    for (const name of found.unprovisioned)
      say(`${name} has no system account: run "switchyard users provision ${name}"`)
    if (found.helper?.isCurrent !== true) say('Install the helper: sudo switchyard server system-accounts install')
    return undefined
  })

const isolationOf = (isolation: 'none' | 'system-accounts'): string =>
  isolation === 'none' ? 'none: one account of the host for all users' : 'a system account for each user'

const off = async ({ yes, json }: Json & { readonly yes?: true }): Promise<void> => {
  if (!(await confirmed('End all logins and leave server mode?', yes))) throw new Failure('nothing was changed')
  await asHost(readConfig(), (ask) => ask('POST /control/off', {}))
  if (json === true) printJson({ ok: true })
  else print('Server mode is off. Accounts and history stay; "switchyard server setup" turns it on again.')
}

const owner = async (username: string, { json }: Json): Promise<void> => {
  await asHost(readConfig(), (ask) => ask('POST /control/owner', {}, { username }))
  if (json === true) printJson({ ok: true })
  else print(`${username} owns what nobody else owns.`)
}
