import { Command } from 'commander'
import { readConfig } from '../../config.js'
import { Failure, Refusal, USAGE } from '../exit.js'
import { print, printJson } from '../output.js'
import { type Column, tableLines } from '../reports/table.js'
import { type AskHost, asHost } from './host.js'
import { confirmed, newSecret, type SecretOptions } from './secret.js'

interface Json {
  readonly json?: true
}

const named = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .argument('<name>', 'the username')
    .option('--json', 'print the result as JSON')

const withSecret = (command: Command): Command =>
  command
    .option('--password-stdin', 'read the password from stdin')
    .option('--generate', 'make a password and print it once')

export const usersCommand = (): Command =>
  new Command('users')
    .description('manage the users of a service in server mode')
    .addCommand(
      new Command('list').description('list the users').option('--json', 'print the users as JSON').action(list),
    )
    .addCommand(named('show', 'show a user and their workspaces').action(show))
    .addCommand(
      withSecret(named('add', 'create a user')).requiredOption('--role <role>', 'admin, analyst or member').action(add),
    )
    .addCommand(withSecret(named('password', 'set the password of a user and end their logins')).action(password))
    .addCommand(
      named('role', 'change the role of a user')
        .argument('<role>', 'admin, analyst or member')
        .action((name: string, role: string, options: Json) => change(name, { role }, options)),
    )
    .addCommand(
      named('disable', 'end the logins of a user and refuse new ones').action((name: string, options: Json) =>
        change(name, { disabled: true }, options),
      ),
    )
    .addCommand(
      named('enable', 'let a disabled user sign in again').action((name: string, options: Json) =>
        change(name, { disabled: false }, options),
      ),
    )
    .addCommand(
      named('assign', 'make a user the owner of lanes')
        .argument('<lane...>', 'lane ids')
        .action((name: string, lanes: string[], options: Json) =>
          change(name, { addWorkspaces: lanes.map(laneId) }, options),
        ),
    )
    .addCommand(
      named('unassign', 'give lanes of a user to the host owner')
        .argument('<lane...>', 'lane ids')
        .action((name: string, lanes: string[], options: Json) =>
          change(name, { removeWorkspaces: lanes.map(laneId) }, options),
        ),
    )
    .addCommand(
      named('sign-out', 'end the logins of a user').action((name: string, options: Json) =>
        change(name, { signOut: true }, options),
      ),
    )
    .addCommand(
      named('provision', 'make the system account of a user from before system accounts were on').action(provision),
    )
    .addCommand(
      named('remove', 'delete a user; their sessions and the audit log stay')
        .option('--yes', 'do not ask')
        .action(remove),
    )
    .addCommand(
      new Command('audit')
        .description('list what staff read and changed of others, newest first')
        .option('--limit <n>', 'rows', '100')
        .option('--user <name>', 'rows by or about this user')
        .option('--json', 'print the rows as JSON')
        .action(audit),
    )

const laneId = (text: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Failure(`"${text}" is no lane id`, USAGE)
  return Number(text)
}

const administer = <A>(work: (ask: AskHost) => Promise<A>): Promise<A> => asHost(readConfig(), work)

/** Returns the id of a user by name. */
const idOf = async (ask: AskHost, name: string): Promise<{ readonly id: string }> => {
  const { users } = await ask('GET /api/users', {})
  const found = users.find(({ username }) => username === name.toLowerCase())
  if (found === undefined) throw new Refusal('ENOUSER', `no user is called ${name}`)
  return { id: String(found.id) }
}

const right = { align: 'right' } as const
const COLUMNS: readonly Column[] = [
  { title: 'ID', ...right },
  { title: 'USERNAME' },
  { title: 'ROLE' },
  { title: 'STATE' },
  { title: 'WORKSPACES', ...right },
  { title: 'SESSIONS', ...right },
  { title: 'LOGINS', ...right },
]

const list = ({ json }: Json): Promise<void> =>
  administer(async (ask) => {
    const { users } = await ask('GET /api/users', {})
    if (json === true) return printJson(users)
    const rows = users.map((user) => [
      String(user.id),
      user.username,
      user.role,
      user.disabled ? 'disabled' : 'enabled',
      String(user.workspaces),
      String(user.sessions),
      String(user.logins),
    ])
    const lines = tableLines({ columns: COLUMNS, rows }, null, (_style, text) => text)
    for (const line of lines) print(line)
    return undefined
  })

const show = (name: string, { json }: Json): Promise<void> =>
  administer(async (ask) => {
    const found = await ask('GET /api/users/:id', await idOf(ask, name))
    if (json === true) return printJson(found)
    const { user, workspaces } = found
    print(`${user.username} (${user.role}${user.disabled ? ', disabled' : ''})`)
    if (user.displayName !== null) print(`name        ${user.displayName}`)
    if (user.email !== null) print(`email       ${user.email}`)
    print(`logins      ${user.logins}`)
    print(`last login  ${user.lastLoginAt ?? 'never'}`)
    for (const { id, title, cwd } of workspaces) print(`workspace   ${id} ${title ?? ''} ${cwd}`)
    return undefined
  })

const add = async (name: string, options: SecretOptions & Json & { readonly role: string }): Promise<void> => {
  const { secret, show: isShown } = await newSecret(options)
  const body = { username: name, password: secret, role: options.role }
  const { user } = await administer((ask) => ask('POST /api/users', {}, body as never))
  if (options.json === true) return printJson({ user, password: isShown ? secret : null })
  print(`Created the ${user.role} ${user.username}.`)
  if (isShown) print(`Password: ${secret}`)
  return undefined
}

const password = async (name: string, options: SecretOptions & Json): Promise<void> => {
  const { secret, show: isShown } = await newSecret(options)
  const { ended } = await administer(async (ask) =>
    ask('POST /api/users/:id/password', await idOf(ask, name), { password: secret }),
  )
  if (options.json === true) return printJson({ ok: true, ended, password: isShown ? secret : null })
  print(`Changed the password of ${name}; ${ended} logins ended.`)
  if (isShown) print(`Password: ${secret}`)
  return undefined
}

const change = (name: string, body: Readonly<Record<string, unknown>>, { json }: Json): Promise<void> =>
  administer(async (ask) => {
    const found = await ask('PATCH /api/users/:id', await idOf(ask, name), body as never)
    if (json === true) return printJson(found)
    const { user, workspaces } = found
    return print(
      `${user.username}: ${user.role}, ${user.disabled ? 'disabled' : 'enabled'}, ${workspaces.length} workspaces, ${user.logins} logins`,
    )
  })

const provision = async (name: string, { json }: Json): Promise<void> => {
  await administer((ask) => ask('POST /control/provision', {}, { username: name.toLowerCase() }))
  if (json === true) printJson({ ok: true })
  else print(`${name} has a system account.`)
}

const remove = async (name: string, { yes, json }: Json & { readonly yes?: true }): Promise<void> => {
  const { isolation } = await administer((ask) => ask('GET /control/status', {}))
  const [lost, stay] =
    isolation === 'none'
      ? ['', 'folders, sessions and the audit log stay']
      : [' The home is deleted with everything in it.', 'sessions and the audit log stay']
  if (!(await confirmed(`Delete ${name}?${lost} Lanes are forgotten; ${stay}.`, yes)))
    throw new Failure('nothing was changed')
  await administer(async (ask) => ask('DELETE /api/users/:id', await idOf(ask, name), {}))
  if (json === true) printJson({ ok: true })
  else print(`Deleted ${name}.`)
}

interface AuditOptions extends Json {
  readonly limit: string
  readonly user?: string
}

const audit = ({ limit, user, json }: AuditOptions): Promise<void> =>
  administer(async (ask) => {
    if (!/^[1-9]\d{0,3}$/.test(limit)) throw new Failure(`--limit is "${limit}": must be 1 to 1000`, USAGE)
    const about = user === undefined ? {} : { user: (await idOf(ask, user)).id }
    const found = await ask('GET /api/users/audit', {}, undefined, { limit, ...about })
    if (json === true) return printJson(found.rows)
    for (const row of found.rows) {
      const what = [
        row.action,
        row.owner,
        row.session_id,
        row.lane_id === null ? null : `lane ${row.lane_id}`,
        ...row.fields,
      ]
      print([row.at, row.reader, row.kind, ...what.filter((part) => part !== null)].join('  '))
    }
    return undefined
  })
