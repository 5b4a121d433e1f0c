import { RESULTS } from '../domain/pipeline/stage.js'
import type { RouteAnswer } from '../http/contract/index.js'
import { Failure, USAGE } from './exit.js'
import { laneOf } from './own-lane.js'
import { print, printJson, say } from './output.js'
import type { Ask } from './service.js'

interface LaneOption {
  readonly lane?: string
  readonly json?: boolean
}

export interface StageOptions extends LaneOption {
  readonly result?: string
  readonly evidence?: readonly string[]
  readonly gate?: string
  readonly ci?: string
  readonly qc?: string
}

export interface FeatureOptions extends LaneOption {
  readonly title?: string
}

type Lane = RouteAnswer<'GET /api/lanes/:id'>['lane']

const MARKS = { pending: ' ', active: '>', done: 'x', 'passed-no-evidence': '?', failed: '!' } as const

const show = ({ pipeline_nodes }: Pick<Lane, 'pipeline_nodes'>): void => {
  for (const { id, label, state, current, detected } of pipeline_nodes) {
    const notes = [...(current ? ['current'] : []), ...(detected ? ['detected'] : [])]
    print(
      `[${MARKS[state]}] ${id}${label === id ? '' : ` (${label})`}${notes.length === 0 ? '' : `: ${notes.join(', ')}`}`,
    )
  }
}

const resultOf = (given: string | undefined) => {
  const result = RESULTS.find((known) => known === given)
  if (given !== undefined && result === undefined) throw new Failure('--result must be pass or fail', USAGE)
  return result
}

/** Declares the stage of a lane; without one, shows the stages of its pipeline. */
export const stage = async (ask: Ask, name: string | undefined, options: StageOptions): Promise<void> => {
  const { evidence, gate, ci, qc, json } = options
  const result = resultOf(options.result)
  let lane = await laneOf(ask, options.lane)
  if (name !== undefined) {
    const body = {
      stage: name,
      ...(result === undefined ? {} : { result }),
      ...(evidence === undefined ? {} : { evidence }),
      ...(gate === undefined ? {} : { gate_decision: gate }),
      ...(ci === undefined ? {} : { ci_status: ci }),
      ...(qc === undefined ? {} : { qc_dev: qc }),
    }
    ;({ lane } = await ask('POST /api/lanes/:id/stage', { id: String(lane.id) }, {}, body))
  }
  if (json) return printJson({ lane })
  if (lane.pipeline_nodes.length === 0) return say(`the pipeline ${lane.pipeline} of lane ${lane.id} has no stages`)
  return show(lane)
}

/** Makes a feature the active one of a lane; without one, lists the features. */
export const feature = async (ask: Ask, slug: string | undefined, options: FeatureOptions): Promise<void> => {
  const { title, json } = options
  const id = String((await laneOf(ask, options.lane)).id)
  if (slug !== undefined) {
    const body = { slug, ...(title === undefined ? {} : { title }) }
    const activated = await ask('POST /api/lanes/:id/features/activate', { id }, {}, body)
    if (json) return printJson(activated)
    print(activated.feature.slug)
    return say(`stage: ${activated.lane.stage ?? 'none'}`)
  }
  const { features } = await ask('GET /api/lanes/:id/features', { id })
  if (json) return printJson({ features })
  if (features.length === 0) return say('no features: activate one with switchyard lanes feature <slug>')
  for (const one of features)
    print(`[${one.archived_at === null ? '>' : ' '}] ${one.slug}${one.stage === null ? '' : `: ${one.stage}`}`)
  return undefined
}
