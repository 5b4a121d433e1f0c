import type { InstalledPlugin } from './plugins.js'

/** One part of an update of all plugins. */
export interface UpdateStep {
  /** `marketplaces`, the key of a plugin, or `reload`. */
  readonly name: string
  readonly state: 'pending' | 'running' | 'done' | 'failed'
  /** The error of a failed step; null otherwise. */
  readonly message: string | null
}

/** An update of all plugins, as the journal has it. Times in milliseconds since the epoch. */
export interface UpdateJob {
  readonly job: string
  readonly startedAt: number
  /** When a step began or ended. */
  readonly newsAt: number
  readonly endedAt: number | null
  readonly steps: readonly UpdateStep[]
}

/** The plugin of this product, which is updated last: its update may stop what runs it. */
const OWN = 'switchyard'

const HOUR_MS = 3_600_000

type Updated = Pick<InstalledPlugin, 'key' | 'name' | 'scope' | 'project'>

/** Returns the plugins in the order in which they are updated. */
export const inUpdateOrder = <P extends Updated>(plugins: readonly P[]): readonly P[] => [
  ...plugins.filter(({ name }) => name !== OWN),
  ...plugins.filter(({ name }) => name === OWN),
]

const pending = (name: string): UpdateStep => ({ name, state: 'pending', message: null })

/** Returns a job in which nothing has been done yet. */
export const newUpdate = (job: string, plugins: readonly Updated[], now: number): UpdateJob => ({
  job,
  startedAt: now,
  newsAt: now,
  endedAt: null,
  steps: ['marketplaces', ...inUpdateOrder(plugins).map(({ key }) => key), 'reload'].map(pending),
})

/** Returns a job with another state of a step. */
export const withStep = (
  job: UpdateJob,
  index: number,
  change: Pick<UpdateStep, 'state'> & { readonly message?: string },
  now: number,
): UpdateJob => ({
  ...job,
  newsAt: now,
  steps: job.steps.map((step, at) => (at === index ? { name: step.name, message: null, ...change } : step)),
})

/**
 * Whether a job runs, or was left: one that has not ended, and that this process does not run, or that had no news for an hour
 * (contract 3, update-all).
 */
export const stateOfUpdate = (
  { endedAt, newsAt }: UpdateJob,
  isOurs: boolean,
  now: number,
): { readonly running: boolean; readonly abandoned: boolean } => {
  const isOpen = endedAt === null
  const isLeft = !isOurs || now - newsAt > HOUR_MS
  return { running: isOpen && !isLeft, abandoned: isOpen && isLeft }
}
