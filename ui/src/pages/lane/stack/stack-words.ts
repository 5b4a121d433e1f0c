import type { Hook, Stack } from './queries.js'

/** What the stack of a lane is doing, and how many of its services run. */
export interface StackState {
  readonly says: 'down' | 'busy' | 'fails' | 'runs' | 'errs' | 'empty'
  readonly count: number
  readonly failing: number
}

/** These hooks are run to bring a stack up. */
const STARTING: readonly Hook['hook'][] = ['bootstrap', 'boot', 'health']

/** Whether the stack is being brought up: a job other than a hook that the user runs. */
export const isStarting = ({ jobs }: Pick<Stack, 'jobs'>, hooks: readonly Hook[]): boolean => {
  const others = hooks.flatMap(({ hook, running }) =>
    running === null || STARTING.includes(hook) ? [] : [running.job],
  )
  return jobs.some((job) => !others.includes(job))
}

/** Returns the state of a stack in one word, the worst first. */
export function stateOfStack(stack: Stack, hooks: readonly Hook[]): StackState {
  const { provisioned, services, lastError, up } = stack
  const failing = services.filter(({ alive }) => !alive).length
  const count = services.length
  if (isStarting(stack, hooks) && !up) return { says: 'busy', count, failing }
  if (!provisioned) return { says: lastError === null ? 'down' : 'errs', count, failing }
  if (failing > 0) return { says: 'fails', count, failing }
  if (lastError !== null) return { says: 'errs', count, failing }
  return { says: count === 0 ? 'empty' : 'runs', count, failing }
}

/** The port of a service: the one with its name. */
export const portOf = ({ ports }: Stack, service: string) =>
  Object.entries(ports).find(([name]) => name.toLowerCase() === service.toLowerCase())?.[1]

/** The ports that belong to no service by their name. */
export const otherPorts = ({ ports, services }: Stack) =>
  Object.entries(ports).filter(([name]) => !services.some((one) => one.name.toLowerCase() === name.toLowerCase()))
