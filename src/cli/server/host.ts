import * as Effect from 'effect/Effect'
import { askControl, controlPath } from '../../adapters/http-server/control.js'
import type { Config } from '../../config.js'
import type { controlContract } from '../../http/control-app.js'
import type { AnswerOf, BodyOf } from '../../http/contract/index.js'
import type { Endpoint, Params } from '../../http/contract/endpoint.js'
import type { ServiceRuntime } from '../../wiring/runtime.js'
import { offlineControl } from '../../wiring/offline-control.js'
import { Failure, Refusal } from '../exit.js'
import { offline } from '../offline.js'
import { say } from '../output.js'

type Control = typeof controlContract
type ControlRoute = keyof Control

/** Calls a route as the shell of the host. Throws a `Refusal` with its code if it is refused. */
export type AskHost = <K extends ControlRoute>(
  route: K,
  params: Params<K & string>,
  body?: BodyOf<Control[K] extends infer E extends Endpoint ? E : never>,
  query?: Readonly<Record<string, string | number>>,
) => Promise<AnswerOf<Control[K] extends infer E extends Endpoint ? E : never>>

type Send = (
  method: string,
  target: string,
  body: unknown,
) => Promise<{ readonly status: number; readonly body: unknown }>

/**
 * Runs work as the shell of the host: through the control socket of the running service, or on the data directory itself if none
 * runs. There is no other way in.
 */
export const asHost = async <A>(config: Config, work: (ask: AskHost) => Promise<A>): Promise<A> => {
  const path = controlPath(config.dataDir, config.runtimeDir)
  const isRunning = (await askControl(path, { method: 'GET', target: '/control/status', body: undefined })) !== null
  if (isRunning) {
    return work(asking(async (method, target, body) => (await askControl(path, { method, target, body })) ?? GONE))
  }
  return offline(config, async ({ runner, projector }) => {
    // Creates the tables in a new data directory.
    projector.prepare()
    if (!projector.ready) throw new Failure('the tables are not those of this release: start the service once')
    const { app, close } = offlineControl({ config, db: projector.db, runner, complain: say, run: runHere })
    try {
      return await work(
        asking(async (method, target, body) => {
          const answer = await app.fetch(
            new Request(new URL(target, 'http://localhost'), {
              method,
              headers: { 'content-type': 'application/json' },
              ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            }),
            {},
          )
          return { status: answer.status, body: await answer.json() }
        }),
      )
    } finally {
      close()
    }
  })
}

/** Runs what the app does. None of it uses the machine: only a service stops programs. */
const runHere: ServiceRuntime['run'] = (work) => Effect.runPromiseExit(work as Effect.Effect<never>)

const GONE = { status: 503, body: { error: { code: 'EUNAVAILABLE', message: 'the service has stopped' } } }

const asking =
  (send: Send): AskHost =>
  async (route, params, body, query = {}) => {
    const [method = '', pattern = ''] = route.split(' ')
    const values = params as Readonly<Record<string, string>>
    const target = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) search.set(name, String(value))
    const answer = await send(method, search.size === 0 ? target : `${target}?${search.toString()}`, body)
    if (answer.status < 400) return answer.body as never
    const { error } = answer.body as { readonly error: { readonly code: string; readonly message: string } }
    throw new Refusal(error.code, error.message)
  }
