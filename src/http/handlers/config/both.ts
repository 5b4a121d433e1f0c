import * as Effect from 'effect/Effect'
import type { FileAsked } from '../../../commands/agent-config/files.js'
import type { SentFile } from '../../../commands/agent-config/edit.js'
import type { ConfigPlaces } from '../../../commands/agent-config/places.js'
import type { Caller } from '../../../domain/access/caller.js'
import type { Scope } from '../../../domain/agent-config/kinds.js'
import type { SentServer } from '../../../domain/agent-config/mcp-server.js'
import type { Provider } from '../../../domain/tools/catalog.js'
import { done, ok } from '../../reply.js'
import type { Services } from '../../services.js'

interface Query {
  readonly query: { readonly scope: Scope | undefined; readonly cwd: string | undefined }
}

type Config = Services['agentConfig']

/** Returns handlers that list what one of the reads finds where the caller may look. */
export const listedBy =
  (services: Services) =>
  <A>(readOf: (config: Config) => (places: ConfigPlaces) => Promise<readonly A[]>) =>
  ({ query: { scope = 'all', cwd } }: Query, request: Caller) => {
    const config = services.agentConfig
    return Effect.flatMap(config.places.of({ scope, cwd }, request), (places) =>
      Effect.map(
        Effect.promise(() => {
          config.follow(places.project)
          return readOf(config)(places)
        }),
        (items) => ok({ items }),
      ),
    )
  }

interface FileQuery {
  readonly query: FileAsked & { readonly cwd: string | undefined }
}

/** Returns a handler that shows one file of a tool. */
export const fileBy =
  (services: Services, tool: Provider) =>
  ({ query: { cwd, ...asked } }: FileQuery, request: Caller) => {
    const { places, files } = services.agentConfig
    return Effect.flatMap(places.of({ scope: asked.scope ?? 'all', cwd }, request), (shown) =>
      Effect.map(files.read(tool, asked, shown), ok),
    )
  }

interface Sent<B> {
  readonly body: B
}

/** Returns the handlers of changes that both tools have. */
export const putBy =
  (services: Services, tool: Provider) =>
  ({ body }: Sent<SentFile & { readonly content?: unknown }>, request: Caller) =>
    Effect.map(services.agentConfig.edits.put(tool, body, request), ok)

export const removeBy =
  (services: Services, tool: Provider) =>
  ({ body }: Sent<SentFile>, request: Caller) =>
    Effect.map(services.agentConfig.edits.remove(tool, body, request), ok)

export const addServerBy =
  (services: Services, tool: Provider) =>
  ({ body }: Sent<SentServer & { readonly cwd?: unknown }>, request: Caller) =>
    Effect.as(services.agentConfig.mcp.add(tool, body, request), { status: 201 as const, json: { ok: true as const } })

export const removeServerBy =
  (services: Services, tool: Provider) =>
  ({ body }: Sent<Pick<SentServer, 'name' | 'scope'> & { readonly cwd?: unknown }>, request: Caller) =>
    Effect.as(services.agentConfig.mcp.remove(tool, body, request), done)

export const memoryBy =
  (services: Services, tool: Provider) =>
  ({ body }: Sent<{ readonly cwd?: unknown }>, request: Caller) =>
    Effect.map(services.agentConfig.edits.createMemory(tool, body.cwd, request), (path) => ({
      status: 201 as const,
      json: { path },
    }))
