import * as Effect from 'effect/Effect'
import type { Caller } from '../../domain/access/caller.js'
import {
  addArguments,
  newServer,
  removeArguments,
  type SentServer,
  serverNamed,
  storedServer,
} from '../../domain/agent-config/mcp-server.js'
import { loose } from '../../domain/agent-config/record.js'
import { isRejection, reject } from '../../domain/rejection.js'
import type { Provider } from '../../domain/tools/catalog.js'
import type { AgentFailed, AgentMissing } from '../../domain/tools/failures.js'
import type { ConfigFilesPort } from '../ports/config-files.js'
import { ConfigPrograms } from '../ports/config-programs.js'
import type { ConfigWritesPort } from '../ports/config-writes.js'
import type { ServiceJournal } from '../service/journal.js'
import type { ConfigPlacesOf } from './places.js'

interface McpParts {
  readonly files: ConfigFilesPort
  readonly writes: ConfigWritesPort
  readonly places: ConfigPlacesOf
  /** The file in which each CLI has its servers. */
  readonly stores: Readonly<Record<Provider, { readonly root: string; readonly path: string }>>
  readonly journal: Pick<ServiceJournal, 'configChanged'>
}

const MOST_STORE = 64 * 1024 * 1024
const TABLE = 'mcp_servers'

/** Returns the changes of MCP servers. CLIs take secrets as arguments only, which others can read, so those are written here. */
export const mcpCommands = ({ files, writes, places, stores, journal }: McpParts) => {
  /** Returns the folder of the project that a server is for; null for one of the user. */
  const projectOf = (scope: 'user' | 'local', cwd: unknown, caller: Caller) =>
    Effect.gen(function* () {
      if (scope === 'user') return null
      const given = typeof cwd === 'string' ? cwd : undefined
      const { project } = yield* places.of({ scope: 'project', cwd: given }, caller)
      const refused = reject('EBADPATH', 'cwd: must be the absolute path of a folder that exists', {
        fields: { field: 'cwd' },
      })
      return project === null ? yield* Effect.fail(refused) : project
    })

  const pathOf = (tool: Provider, project: string | null): readonly string[] =>
    tool === 'codex' ? [TABLE] : project === null ? ['mcpServers'] : ['projects', project, 'mcpServers']

  const stored = (tool: Provider, project: string | null) =>
    Effect.gen(function* () {
      const { root, path } = stores[tool]
      const file = files.text(root, path, MOST_STORE)
      const parsed = file === null ? { value: {} } : files.parse(file.text, tool === 'codex' ? 'toml' : 'json')
      if ('error' in parsed)
        return yield* Effect.fail(reject('EBADFIELD', `${path} is broken: ${parsed.error.message}`))
      const servers = pathOf(tool, project).reduce<unknown>((value, name) => loose(value)[name], parsed.value)
      return { root, path, file, servers: loose(servers) }
    })

  const refusalOf = (error: AgentMissing | AgentFailed) =>
    reject(error._tag === 'AgentMissing' ? 'ENOTOOL' : 'EUPSTREAM', error.message)

  return {
    add: (tool: Provider, sent: SentServer & { readonly cwd?: unknown }, caller: Caller) =>
      Effect.gen(function* () {
        const server = newServer(tool, sent)
        if (isRejection(server)) return yield* Effect.fail(server)
        const { name, scope, env, headers } = server
        const project = yield* projectOf(scope, sent.cwd, caller)
        const { root, path, file, servers } = yield* stored(tool, project)
        if (Object.hasOwn(servers, name)) return yield* Effect.fail(reject('EEXISTS', `${name} exists already`))
        if (Object.keys(env).length + Object.keys(headers).length === 0) {
          yield* Effect.mapError((yield* ConfigPrograms).run(tool, addArguments(tool, server), project), refusalOf)
        } else {
          const value = storedServer(tool, server)
          const at = [...pathOf(tool, project), name]
          const text = file?.text ?? ''
          const edited = tool === 'codex' ? writes.withTable(text, at, value) : writes.withJson(text, at, value)
          const outcome = writes.replace({ root, path, expected: file?.sha ?? null }, edited)
          if (outcome.is === 'denied') return yield* Effect.fail(reject('EREADONLY', `${path} is read-only`))
          if (outcome.is !== 'written')
            return yield* Effect.fail(reject('ESTALE', `${path} has changed on disk: try again`))
        }
        yield* journal.configChanged({ tool, action: 'created', type: 'mcp', scope, name }, caller.author)
      }),

    remove: (tool: Provider, sent: Pick<SentServer, 'name' | 'scope'> & { readonly cwd?: unknown }, caller: Caller) =>
      Effect.gen(function* () {
        const named = serverNamed(tool, sent)
        if (isRejection(named)) return yield* Effect.fail(named)
        const project = yield* projectOf(named.scope, sent.cwd, caller)
        const { servers } = yield* stored(tool, project)
        if (!Object.hasOwn(servers, named.name))
          return yield* Effect.fail(reject('ENOTFOUND', `there is no server ${named.name}`))
        yield* Effect.mapError((yield* ConfigPrograms).run(tool, removeArguments(tool, named), project), refusalOf)
        yield* journal.configChanged({ tool, action: 'removed', type: 'mcp', ...named }, caller.author)
      }),
  }
}

export type McpCommands = ReturnType<typeof mcpCommands>
