/**
 * The program that root runs for the service. It makes and deletes accounts of users, and becomes one of them: everything else happens
 * as that account, so that the kernel decides what is possible, not a check of ours. It reads no argument and no variable.
 */
import { readSync } from 'node:fs'
import { chdir } from 'node:process'
import { accountOf } from '../adapters/system-accounts/account-table.js'
import { type AccountSettings, type Job, type JobAnswer, PROTOCOL } from '../adapters/system-accounts/jobs.js'
import { type HelperSettings, SETTINGS } from '../adapters/system-accounts/layout.js'
import { addAccount, removeAccount } from '../adapters/system-accounts/provision.js'
import { readText } from '../adapters/files/regular-file.js'
import { parseShallow } from '../domain/json/depth.js'
import * as Either from 'effect/Either'

const MAX_JOB = 64 * 1024
const STDIN = 0

const answer = (text: JobAnswer): void => void process.stdout.write(`${JSON.stringify(text)}\n`)

/** Reads the first line of the input and nothing behind it: the rest belongs to the channel. */
const firstLine = (): string => {
  const bytes: number[] = []
  const one = Buffer.alloc(1)
  while (bytes.length < MAX_JOB) {
    if (readSync(STDIN, one) === 0 || one[0] === 0x0a) break
    bytes.push(one[0] ?? 0)
  }
  return Buffer.from(bytes).toString('utf8')
}

const record = (text: string): Readonly<Record<string, unknown>> => {
  const parsed = parseShallow(text)
  const value = Either.isRight(parsed) ? parsed.right : null
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('this is no job')
  return value as Readonly<Record<string, unknown>>
}

const readSettings = (): HelperSettings => {
  const { hostAccount, usersRoot, version } = record(readText(SETTINGS, MAX_JOB) ?? 'null')
  if (typeof hostAccount !== 'string' || typeof usersRoot !== 'string' || typeof version !== 'string')
    throw new Error(`${SETTINGS} is damaged: install the helper again`)
  return { hostAccount, usersRoot, version }
}

const readJob = (): Job => {
  const { verb, username, settings } = record(firstLine())
  if (verb === 'version') return { verb }
  if (typeof username !== 'string') throw new Error('username: must be a text')
  if (verb === 'add' || verb === 'remove') return { verb, username }
  if (verb === 'serve') return { verb, username, settings: settings as AccountSettings }
  throw new Error('verb: must be version, add, remove or serve')
}

/** Becomes an account for good, with a clean environment. */
const become = (username: string, usersRoot: string): void => {
  const account = accountOf(username, usersRoot)
  if (account === undefined) throw new Error('this user has no account')
  const { name, uid, gid, home, shell } = account
  for (const variable of Object.keys(process.env)) delete process.env[variable]
  Object.assign(process.env, {
    HOME: home,
    USER: name,
    LOGNAME: name,
    SHELL: shell,
    LANG: 'C.UTF-8',
    PATH: `${home}/.local/bin:/usr/local/bin:/usr/bin:/bin`,
  })
  // Missing in the types of Node.js.
  ;(process as unknown as { initgroups: (user: string, group: number) => void }).initgroups(name, gid)
  process.setgid?.(gid)
  process.setuid?.(uid)
  if (process.getuid?.() !== uid || process.geteuid?.() !== uid) throw new Error('the account could not be taken')
  chdir(home)
}

const work = async (): Promise<void> => {
  if (process.getuid?.() !== 0) throw new Error('the helper must be run as root')
  process.umask(0o077)
  const settings = readSettings()
  const job = readJob()
  switch (job.verb) {
    case 'version':
      return answer({ ok: true, version: settings.version, protocol: PROTOCOL })
    case 'add':
      addAccount(settings, job.username)
      return answer({ ok: true })
    case 'remove':
      removeAccount(settings, job.username)
      return answer({ ok: true })
    case 'serve': {
      become(job.username, settings.usersRoot)
      const { serveAccount } = await import('../wiring/accounts/serve.js')
      answer({ ok: true, version: settings.version, protocol: PROTOCOL })
      return await serveAccount(job.settings, { input: process.stdin, output: process.stdout })
    }
  }
}

try {
  await work()
} catch (error) {
  answer({ ok: false, message: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
