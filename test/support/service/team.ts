import { join } from 'node:path'
import { askControl } from '../../../src/adapters/http-server/control.js'
import type { Answer, RequestOptions } from '../http/ask.js'
import { type App, startApp } from './app.js'

export const PASSWORDS = {
  ada: 'correct-horse-1',
  ann: 'battery-staple-1',
  grace: 'another-phrase-1',
  bob: 'one-more-phrase-1',
} as const
export type Name = keyof typeof PASSWORDS

/** An admin, who owns what nobody else owns; an analyst; two members. */
const ROLES = { ada: 'admin', ann: 'analyst', grace: 'member', bob: 'member' } as const

/** The service in server mode, with users who are signed in. */
export interface Team {
  readonly app: App
  readonly ids: Readonly<Record<Name, number>>
  /** The cookie of a new login. */
  readonly signIn: (name: Name) => Promise<string>
  readonly cookies: Readonly<Record<Name, string>>
  /** Sends a request as a user. */
  readonly as: <A = Record<string, unknown>>(name: Name, path: string, options?: RequestOptions) => Promise<Answer<A>>
  /** Sends a request as the shell of the host. */
  readonly host: (method: string, target: string, body?: unknown) => Promise<{ status: number; body: unknown }>
  readonly close: () => Promise<void>
}

export const startTeam = async (env: Readonly<Record<string, string>> = {}, at?: string): Promise<Team> => {
  const app = await startApp({ SVC_MODE: 'server', ...env }, at)
  const socket = join(app.folder, 'data', 'control.sock')
  const host: Team['host'] = async (method, target, body) => {
    const answer = await askControl(socket, { method, target, body })
    if (answer === null) throw new Error('the control socket does not answer')
    return answer
  }
  await host('POST', '/control/setup', { username: 'ada', password: PASSWORDS.ada })
  for (const name of ['ann', 'grace', 'bob'] as const)
    await host('POST', '/api/users', { username: name, password: PASSWORDS[name], role: ROLES[name] })
  const { users } = (await host('GET', '/api/users')).body as { users: { id: number; username: Name }[] }
  const ids = Object.fromEntries(users.map(({ id, username }) => [username, id])) as Record<Name, number>

  const signIn = async (name: Name): Promise<string> => {
    const body = { username: name, password: PASSWORDS[name] }
    const { headers, text } = await app.send('/api/auth/login', { method: 'POST', body })
    const cookie = headers['set-cookie']?.[0]?.split(';')[0]
    if (cookie === undefined) throw new Error(`${name} cannot sign in: ${text}`)
    return cookie
  }
  const cookies = {} as Record<Name, string>
  for (const name of Object.keys(PASSWORDS) as Name[]) cookies[name] = await signIn(name)

  return {
    app,
    ids,
    signIn,
    cookies,
    as: (name, path, { headers, ...options } = {}) =>
      app.send(path, { ...options, headers: { cookie: cookies[name], ...headers } }),
    host,
    close: () => app.close(),
  }
}
