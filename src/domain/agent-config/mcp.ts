import type { Source } from './kinds.js'
import { HIDDEN, isSecretName, withoutTokens } from './hidden.js'
import { loose, textOr, texts } from './record.js'

/** An MCP server as answers show it. Of its environment and its headers only the names: their values are secrets. */
export interface McpServer {
  readonly name: string
  readonly source: Source
  /** Whether the CLI that has it can remove it: not from a repository, a plugin, or what is managed. */
  readonly removable: boolean
  readonly kind: 'http' | 'stdio' | 'unknown'
  readonly command: string | null
  readonly args: readonly string[]
  readonly url: string | null
  readonly env: readonly string[]
  readonly headers: readonly string[]
  readonly enabled: boolean
  /** The key of its plugin. */
  readonly plugin: string | null
  /** The file that has it. */
  readonly path: string
}

type From = Pick<McpServer, 'source' | 'plugin' | 'path'>

const REMOVABLE: ReadonlySet<Source> = new Set(['user', 'local'])

/** Returns the servers of an object that has them by name. */
export const mcpServers = (value: unknown, from: From): readonly McpServer[] =>
  Object.entries(loose(value)).map(([name, given]) => {
    const server = loose(given)
    const [command, url] = [textOr(server['command'], null), textOr(server['url'], null)]
    return {
      name,
      ...from,
      removable: REMOVABLE.has(from.source),
      kind: url !== null ? 'http' : command !== null ? 'stdio' : 'unknown',
      command: command === null ? null : withoutTokens(command),
      args: shownArguments(texts(server['args'])),
      url: url === null ? null : shownUrl(url),
      env: Object.keys(loose(server['env'])),
      headers: ['headers', 'http_headers', 'env_http_headers'].flatMap((member) => Object.keys(loose(server[member]))),
      enabled: server['enabled'] !== false && server['disabled'] !== true,
    }
  })

const OPTION = /^(-{1,2}[A-Za-z][\w-]*)(?:=(.*))?$/s

/** Returns arguments without what follows an option with a secret name. */
const shownArguments = (args: readonly string[]): readonly string[] =>
  args.map((arg, index) => {
    const before = OPTION.exec(args[index - 1] ?? '')
    if (before !== null && before[2] === undefined && isSecretName(before[1] ?? '') && !arg.startsWith('-'))
      return HIDDEN
    const [, option, value] = OPTION.exec(arg) ?? []
    const [name, assigned] = option === undefined ? (/^(\w+)=(.+)$/s.exec(arg)?.slice(1) ?? []) : [option, value]
    return name !== undefined && assigned !== undefined && isSecretName(name) ? `${name}=${HIDDEN}` : withoutTokens(arg)
  })

/** Returns an address without its login and without values of its query. */
const shownUrl = (url: string): string =>
  withoutTokens(url)
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i, `$1${HIDDEN}@`)
    .replace(/([?&])([^=&#]+)=[^&#]*/g, (whole, mark: string, name: string) =>
      isSecretName(name) ? `${mark}${name}=${HIDDEN}` : whole,
    )
