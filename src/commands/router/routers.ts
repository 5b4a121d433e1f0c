import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import type { Caller } from '../../domain/access/caller.js'
import { seesEverything } from '../../domain/access/visibility.js'
import { isRejection, reject } from '../../domain/rejection.js'
import { testResult } from '../../domain/router/answer.js'
import {
  routerKey,
  routerModel,
  routerModels,
  routerName,
  routerUrl,
  type SentRouter,
} from '../../domain/router/profile.js'
import { iso } from '../../domain/time.js'
import { lanesOfRouter } from '../../projections/queries/lanes.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { routerNamed, type RouterRow, routers } from '../../projections/queries/routers.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import { ownedSecrets } from '../kernel/secrets.js'
import { HttpOut } from '../ports/http-out.js'
import type { Vault } from '../ports/vault.js'
import type { RouterAttachments } from './attachments.js'
import { keyName, type RouterConnections } from './connections.js'
import { router } from './decider.js'

interface RouterParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  /** Where the keys are, encrypted. */
  readonly vault: Vault
  readonly connections: RouterConnections
  readonly attachments: RouterAttachments
  readonly newId: () => string
  readonly onError: (error: unknown) => void
}

/** Milliseconds that a proxy has to answer a test (contract 3, limits). */
const TEST_MS = 15_000
/** What a test asks for where no model is set. */
const TEST_MODEL = 'claude-haiku-4-5'

const absent = () => reject('ENOTFOUND', 'there is no such proxy')

interface Refusal {
  readonly _tag: 'Rejection'
}

/** Fails with a rejection, and succeeds with anything else. */
const valid = <A>(value: A): Effect.Effect<Exclude<A, Refusal>, Extract<A, Refusal>> =>
  isRejection(value) ? Effect.fail(value as Extract<A, Refusal>) : Effect.succeed(value as Exclude<A, Refusal>)

/** Returns the commands for the proxies that agents send their requests through. */
export const routerCommands = ({ run, db, vault, connections, attachments, newId, onError }: RouterParts) => {
  const { keyOf } = connections
  const inForce = (name: string): string | null => {
    const revision = routerNamed(db, name)?.revision ?? null
    return revision === null ? null : keyName(name, revision)
  }
  const secrets = ownedSecrets({ vault, kind: 'router', inForce, onError })

  const shape = (row: RouterRow) => ({
    name: row.name,
    baseUrl: row.baseUrl,
    hasKey: keyOf(row) !== null,
    model: row.model,
    models: row.models,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    lanes: lanesOfRouter(db, systemVisibility, row.name).length,
  })

  /** Puts a key into the vault, and returns its revision. */
  const held = (name: string, key: string): string => {
    const revision = newId()
    vault.set(keyName(name, revision), key)
    return revision
  }

  const saved = (name: string) => {
    const row = routerNamed(db, name)
    return row === undefined ? Effect.fail(absent()) : Effect.succeed(shape(row))
  }

  return {
    /** Completes changes that a crash interrupted. Call it when the tables can be read. */
    settleAll: secrets.settleAll,

    /** Lists the proxies. Only staff see where they are. */
    list: ({ reads }: Caller) =>
      routers(db).map((row) => {
        const { name, model, models, hasKey, ...rest } = shape(row)
        return { name, model, models, hasKey, ...(seesEverything(reads) ? rest : {}) }
      }),

    create: (sent: SentRouter, author: Author) =>
      Effect.gen(function* () {
        const name = yield* valid(routerName(sent.name))
        const baseUrl = yield* valid(routerUrl(sent.baseUrl))
        const key = yield* valid(routerKey(sent.apiKey))
        const model = yield* valid(routerModel(sent.model ?? null))
        const models = yield* valid(routerModels(sent.models ?? {}))
        const work = Effect.suspend(() => {
          const isTaken = routerNamed(db, name) !== undefined
          const revision = key === null || key === undefined || isTaken ? null : held(name, key)
          return run(router, name, 'create', { name, baseUrl, model, models, revision }, author)
        })
        yield* secrets.change(name, work)
        return yield* saved(name)
      }),

    /** Changes what the request names. Without `apiKey`, the key stays, if the address does. */
    change: (name: string, sent: SentRouter, author: Author) =>
      Effect.gen(function* () {
        const known = routerNamed(db, name)
        if (known === undefined) return yield* Effect.fail(absent())
        const baseUrl = sent.baseUrl === undefined ? known.baseUrl : yield* valid(routerUrl(sent.baseUrl))
        const key = yield* valid(routerKey(sent.apiKey))
        const model = sent.model === undefined ? known.model : yield* valid(routerModel(sent.model))
        const models = sent.models === undefined ? known.models : yield* valid(routerModels(sent.models))
        const work = Effect.suspend(() => {
          const kept = routerNamed(db, name)?.revision ?? null
          const revision = key === undefined ? kept : key === null ? null : held(name, key)
          return run(router, name, 'change', { name, baseUrl, model, models, revision }, author)
        })
        yield* secrets.change(name, work)
        const lanes = yield* attachments.reapply(name)
        return { router: yield* saved(name), lanes }
      }),

    /** Deletes a proxy. Lanes that use it have none from then on. */
    remove: (name: string, author: Author) =>
      Effect.gen(function* () {
        if (routerNamed(db, name) === undefined) return yield* Effect.fail(absent())
        const lanes = yield* attachments.detachAll(name, author)
        yield* secrets.change(name, run(router, name, 'remove', { name }, author))
        return lanes
      }),

    /**
     * Sends one message to a proxy, and says what it answered. A blank key is that of the saved proxy `name`, which goes to no other
     * address.
     */
    test: (sent: SentRouter) =>
      Effect.gen(function* () {
        const baseUrl = yield* valid(routerUrl(sent.baseUrl))
        const given = (yield* valid(routerKey(sent.apiKey))) ?? null
        const known = typeof sent.name === 'string' && sent.name !== '' ? routerNamed(db, sent.name) : undefined
        if (given === null && known === undefined && typeof sent.name === 'string' && sent.name !== '')
          return yield* Effect.fail(absent())
        if (given === null && known !== undefined && known.revision !== null && known.baseUrl !== baseUrl)
          return yield* Effect.fail(
            reject('EBADKEY', 'apiKey: the address is not the saved one, so send the key', {
              fields: { field: 'apiKey' },
            }),
          )
        const key = given ?? (known === undefined ? null : keyOf(known))
        const message = { role: 'user', content: 'ping' }
        const body = { model: known?.model ?? TEST_MODEL, max_tokens: 1, messages: [message] }
        const answered = yield* (yield* HttpOut).post({
          url: `${baseUrl}/v1/messages`,
          reach: 'machine',
          headers: {
            'anthropic-version': '2023-06-01',
            ...(key === null ? {} : { 'x-api-key': key, authorization: `Bearer ${key}` }),
          },
          body: JSON.stringify(body),
          secret: null,
          timeoutMs: TEST_MS,
        })
        return testResult(answered, key)
      }),
  }
}

export type RouterCommands = ReturnType<typeof routerCommands>
