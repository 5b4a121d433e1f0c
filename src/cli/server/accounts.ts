import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { readConfig } from '../../config.js'
import { Failure, USAGE } from '../exit.js'
import { print, printJson } from '../output.js'
import { type Column, tableLines } from '../reports/table.js'
import { asHost } from './host.js'
import { confirmed, secretFromStdin } from './secret.js'

interface Json {
  readonly json?: true
}

const TOOL = ['--tool <tool>', 'cli_a (Claude Code) or cli_b (Codex)', 'cli_a'] as const

export const accountsCommand = (): Command =>
  new Command('accounts')
    .description('manage the accounts that agents of a service in server mode use')
    .addCommand(
      new Command('list')
        .description('list the accounts, without their keys and tokens')
        .option('--force', 'read the limits of all accounts first')
        .option('--json', 'print the accounts as JSON')
        .action(list),
    )
    .addCommand(
      new Command('add')
        .description('add an account; its token, key or file is read from stdin')
        .argument('[name]', 'the name of the account; default: that of the profile')
        .option(...TOOL)
        .option('--profile <name>', 'move a saved login of Claude Code into the pool')
        .option('--credentials <file>', 'a .credentials.json of Claude Code, or - for stdin')
        .option('--token-stdin', 'read a token of "claude setup-token", an API key, or an auth.json from stdin')
        .option('--json', 'print the account as JSON')
        .action(add),
    )
    .addCommand(
      new Command('remove')
        .description('take an account out of the pool; live panes keep what they hold')
        .argument('<name>', 'the name of the account')
        .option(...TOOL)
        .option('--yes', 'do not ask')
        .option('--json', 'print the result as JSON')
        .action(remove),
    )

const right = { align: 'right' } as const
const COLUMNS: readonly Column[] = [
  { title: 'NAME' },
  { title: 'TOOL' },
  { title: 'KIND' },
  { title: 'EMAIL' },
  { title: 'STATE' },
  { title: 'USED', ...right },
  { title: 'PANES', ...right },
  { title: '7 DAYS', ...right },
]

const list = ({ json, force }: Json & { readonly force?: true }): Promise<void> =>
  asHost(readConfig(), async (ask) => {
    const found = await ask('GET /api/accounts', {}, undefined, force === true ? { force: 1 } : {})
    if (json === true) return printJson(found)
    const { accounts, codex } = found
    if (accounts.length + codex.length === 0) return print('The pool is empty: agents use the login of their home.')
    const all = [
      ...accounts.map((one) => ({ ...one, tool: 'Claude Code', state: stateOf(one) })),
      ...codex.map((one) => ({
        ...one,
        tool: 'Codex',
        state: stateOf({ ...one, expired: false, refreshError: null }),
      })),
    ]
    const rows = all.map(({ name, tool, kind, email, state, quotaPercent, livePanes, spend7d }) => [
      name,
      tool,
      kind,
      email ?? '',
      state,
      quotaPercent === null ? '' : `${Math.round(quotaPercent)} %`,
      String(livePanes),
      `$${spend7d.toFixed(2)}`,
    ])
    for (const line of tableLines({ columns: COLUMNS, rows }, null, (_style, text) => text)) print(line)
    return undefined
  })

interface State {
  readonly full: boolean
  readonly expired: boolean
  readonly refreshError: string | null
}

const stateOf = ({ full, expired, refreshError }: State): string => {
  if (expired) return 'expired'
  if (refreshError !== null) return 'refresh failed'
  return full ? 'full' : 'free'
}

interface AddOptions extends Json {
  readonly tool: string
  readonly profile?: string
  readonly credentials?: string
  readonly tokenStdin?: true
}

const textOf = async (file: string): Promise<string> => {
  if (file === '-') return secretFromStdin()
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${(error as Error).message}`)
  }
}

const add = async (name: string | undefined, options: AddOptions): Promise<void> => {
  const { tool, profile, credentials, tokenStdin, json } = options
  const given = [profile, credentials, tokenStdin].filter((one) => one !== undefined)
  if (given.length !== 1) throw new Failure('use one of --profile, --credentials and --token-stdin', USAGE)
  const body = {
    tool,
    ...(name === undefined ? {} : { name }),
    ...(profile === undefined ? {} : { profile }),
    ...(credentials === undefined ? {} : { credentials: await textOf(credentials) }),
    ...(tokenStdin === undefined ? {} : { token: await secretFromStdin() }),
  }
  const { account } = await asHost(readConfig(), (ask) => ask('POST /api/accounts', {}, body as never))
  if (json === true) return printJson(account)
  return print(`Added ${account.name}${account.email === null ? '' : ` (${account.email})`}.`)
}

const remove = async (
  name: string,
  { tool, yes, json }: Json & { readonly tool: string; readonly yes?: true },
): Promise<void> => {
  if (!(await confirmed(`Take ${name} out of the pool? Its token is deleted.`, yes)))
    throw new Failure('nothing was changed')
  const removed = await asHost(readConfig(), (ask) => ask('DELETE /api/accounts/:name', { name }, { tool } as never))
  if (json === true) return printJson(removed)
  const { livePanes } = removed
  return print(`Removed ${name}.${livePanes === 0 ? '' : ` ${livePanes} live panes keep it until they end.`}`)
}
