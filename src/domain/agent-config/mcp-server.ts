import { isRejection, reject, type Rejection } from '../rejection.js'
import type { Provider } from '../tools/catalog.js'
import { isLoose } from './record.js'

/** The members of a request for a server, as they were sent. */
export type SentServer = Partial<
  Readonly<Record<'name' | 'scope' | 'transport' | 'command' | 'args' | 'url' | 'env' | 'headers', unknown>>
>

/** A server that is to be added. */
export interface NewServer {
  readonly name: string
  readonly scope: 'user' | 'local'
  /** What runs, or where it answers. */
  readonly of:
    | { readonly transport: 'stdio'; readonly command: string; readonly args: readonly string[] }
    | { readonly transport: 'http' | 'sse'; readonly url: string }
  readonly env: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/
const HEADER = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/
const MOST = 100
const MOST_TEXT = 4096

type Refused = Rejection<'EBADFIELD'> | Rejection<'EBADNAME'>

const badField = (field: string, message: string) => reject('EBADFIELD', `${field}: ${message}`, { fields: { field } })

/** Returns the name of a server, and the scope that it is for; of Codex, all servers are the user's. */
export const serverNamed = (
  tool: Provider,
  { name, scope }: Pick<SentServer, 'name' | 'scope'>,
): Pick<NewServer, 'name' | 'scope'> | Refused => {
  if (typeof name !== 'string' || !NAME.test(name))
    return reject('EBADNAME', 'name: 1 to 64 letters, digits, - and _', { fields: { field: 'name' } })
  if (scope !== 'user' && !(scope === 'local' && tool === 'claude'))
    return badField('scope', tool === 'claude' ? 'must be user or local' : 'must be user')
  return { name, scope }
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MOST_TEXT && !/[\p{Cc}\p{Cs}]/u.test(value)

const map = (field: string, value: unknown, name: RegExp): Readonly<Record<string, string>> | Refused => {
  if (value === undefined || value === null) return {}
  const isFine =
    isLoose(value) &&
    Object.keys(value).length <= MOST &&
    Object.entries(value).every(([key, text]) => name.test(key) && isText(text))
  return isFine ? (value as Readonly<Record<string, string>>) : badField(field, 'must be texts by name')
}

/** Returns the server that a request describes (supplement-server 24.3). */
export const newServer = (tool: Provider, sent: SentServer): NewServer | Refused => {
  const named = serverNamed(tool, sent)
  if (isRejection(named)) return named
  const env = map('env', sent.env, VARIABLE)
  if (isRejection(env)) return env
  const headers = map('headers', sent.headers, HEADER)
  if (isRejection(headers)) return headers
  const of = kindOf(tool, sent)
  if (isRejection(of)) return of
  if (of.transport === 'stdio' && Object.keys(headers).length > 0) return badField('headers', 'only for http')
  if (of.transport !== 'stdio' && Object.keys(env).length > 0) return badField('env', 'only for stdio')
  return { ...named, of, env, headers }
}

const kindOf = (tool: Provider, { transport, command, args, url }: SentServer): NewServer['of'] | Refused => {
  if (transport === 'stdio') {
    if (!isText(command)) return badField('command', 'must be the program to run')
    const given = args ?? []
    const isFine = Array.isArray(given) && given.length <= MOST && given.every((arg) => arg === '' || isText(arg))
    return isFine
      ? { transport, command, args: given as readonly string[] }
      : badField('args', 'must be a list of texts')
  }
  if (transport !== 'http' && !(transport === 'sse' && tool === 'claude'))
    return badField('transport', tool === 'claude' ? 'must be stdio, http or sse' : 'must be stdio or http')
  const isUrl = isText(url) && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  return isUrl ? { transport, url } : badField('url', 'must be http(s)://…')
}

/** Returns the arguments with which a CLI adds a server that has no secrets. */
export const addArguments = (tool: Provider, { name, scope, of }: NewServer): readonly string[] => {
  if (tool === 'codex')
    return of.transport === 'stdio'
      ? ['mcp', 'add', name, '--', of.command, ...of.args]
      : ['mcp', 'add', '--url', of.url, name]
  return of.transport === 'stdio'
    ? ['mcp', 'add', '--scope', scope, '--', name, of.command, ...of.args]
    : ['mcp', 'add', '--scope', scope, '--transport', of.transport, '--', name, of.url]
}

/** Returns the arguments with which a CLI removes a server. */
export const removeArguments = (
  tool: Provider,
  { name, scope }: Pick<NewServer, 'name' | 'scope'>,
): readonly string[] =>
  tool === 'codex' ? ['mcp', 'remove', '--', name] : ['mcp', 'remove', '--scope', scope, '--', name]

/** Returns a server as the CLI writes it into its own file. */
export const storedServer = (tool: Provider, { of, env, headers }: NewServer): Readonly<Record<string, unknown>> => {
  const isRemote = of.transport !== 'stdio'
  const own = isRemote ? { url: of.url } : { command: of.command, args: of.args }
  if (tool === 'codex') {
    return isRemote
      ? { ...own, ...(Object.keys(headers).length === 0 ? {} : { http_headers: headers }) }
      : { ...own, ...(Object.keys(env).length === 0 ? {} : { env }) }
  }
  return { type: of.transport, ...own, ...(isRemote ? { headers } : { env }) }
}
