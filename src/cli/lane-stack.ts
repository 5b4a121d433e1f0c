import { setTimeout as sleep } from 'node:timers/promises'
import { isHookName } from '../domain/stack/hooks.js'
import type { RouteAnswer } from '../http/contract/index.js'
import { Failure, FAILURE } from './exit.js'
import { print, printJson, say } from './output.js'
import type { Ask } from './service.js'

interface JsonOption {
  readonly json?: boolean
}

export interface UpOptions extends JsonOption {
  readonly build: boolean
}

export interface LogsOptions extends JsonOption {
  readonly tail?: string
}

type Runtime = RouteAnswer<'GET /api/lanes/:id/runtime'>
type Hook = RouteAnswer<'GET /api/lanes/:id/hooks'>['hooks'][number]

const POLL_MS = 200

/** Waits until a job of a lane has ended. Returns the stack at that moment. */
export const endOf = async (ask: Ask, id: string, job: string): Promise<Runtime> => {
  for (;;) {
    const runtime = await ask('GET /api/lanes/:id/runtime', { id })
    if (!runtime.available || !runtime.jobs.includes(job)) return runtime
    await sleep(POLL_MS)
  }
}

/** Returns a hook with the result of its last run. */
export const hookOf = async (ask: Ask, id: string, name: string): Promise<Hook | undefined> =>
  (await ask('GET /api/lanes/:id/hooks', { id })).hooks.find(({ hook }) => hook === name)

const stateOf = (runtime: Extract<Runtime, { available: true }>): string => {
  if (!runtime.provisioned) return 'down'
  if (runtime.jobs.length > 0) return 'busy'
  return runtime.healthy ? 'healthy' : runtime.up ? 'unhealthy' : 'not up'
}

const show = (id: string, runtime: Runtime): void => {
  if (!runtime.available) return say(`lane ${id} has no stack: there is no profile in ${runtime.searched.join(' or ')}`)
  const { slot, lastErrorMessage, database, redisIndex } = runtime
  print(`${stateOf(runtime)}${slot === null ? '' : `, slot ${slot}`}`)
  for (const { name, pid, alive } of runtime.services)
    print(`service ${name}: ${alive ? `process ${String(pid)}` : 'does not run'}`)
  for (const [name, { port, listening }] of Object.entries(runtime.ports))
    print(`port ${name}: ${port}${listening ? '' : ', nobody listens'}`)
  if (database !== null) print(`database: ${database.name}`)
  if (redisIndex !== null) print(`redis: ${redisIndex}`)
  return lastErrorMessage === null ? undefined : say(lastErrorMessage)
}

/** Shows the stack of a lane. */
export const runtime = async (ask: Ask, id: string, { json }: JsonOption): Promise<void> => {
  const answer = await ask('GET /api/lanes/:id/runtime', { id })
  return json ? printJson(answer) : show(id, answer)
}

/** Brings the stack of a lane up and waits until it is. */
export const up = async (ask: Ask, id: string, { build, json }: UpOptions): Promise<void> => {
  const { job } = await ask('POST /api/lanes/:id/up', { id }, {}, { build })
  const ended = await endOf(ask, id, job)
  if (json) printJson(ended)
  else show(id, ended)
  if (ended.available && ended.healthy) return
  const boot = ended.available && !ended.up ? await hookOf(ask, id, 'boot') : await hookOf(ask, id, 'health')
  if (boot?.output) say(boot.output.trimEnd())
  process.exitCode = FAILURE
}

/** Brings the stack of a lane down. */
export const down = async (ask: Ask, id: string, { json }: JsonOption): Promise<void> => {
  const answer = await ask('POST /api/lanes/:id/down', { id })
  if (json) return printJson(answer)
  const { length } = answer.killed
  return say(length === 0 ? 'no services were running' : `ended ${length} ${length === 1 ? 'service' : 'services'}`)
}

/** Runs a hook of a lane, prints the end of its output, and exits with its code. */
export const hook = async (
  ask: Ask,
  id: string,
  name: string,
  args: readonly string[],
  { json }: JsonOption,
): Promise<void> => {
  const { job } = await ask('POST /api/lanes/:id/hook/:name', { id, name }, {}, { args })
  await endOf(ask, id, job)
  const ended = isHookName(name) ? await hookOf(ask, id, name) : undefined
  const result = ended?.result?.job === job ? ended.result : null
  if (result === null) throw new Failure(`the hook ${name} was not run: the stack was brought down`)
  process.exitCode = result.code ?? FAILURE
  if (json) return printJson({ ...result, output: ended?.output ?? null })
  if (ended?.output) process.stdout.write(ended.output)
  return result.end === 'exited' ? undefined : say(`the hook ${name} ended: ${result.end}`)
}

/** Prints the end of the log of a service. */
export const logs = async (ask: Ask, id: string, service: string, { tail, json }: LogsOptions): Promise<void> => {
  const answer = await ask('GET /api/lanes/:id/logs/:svc', { id, svc: service }, { tail })
  if (json) return printJson(answer)
  if (!answer.available) throw new Failure(`the stack of lane ${id} is down`)
  process.stdout.write(answer.text)
  return undefined
}
