import * as Either from 'effect/Either'
import { accept, refuse } from '../decision.js'
import { readScalar } from '../lane/fields.js'
import type { Scalar } from '../lane/lane.js'
import { reject, type Rejection } from '../rejection.js'
import type { Instant } from '../time.js'
import { type Detected, detection, type ToolSignal } from './detect.js'
import { recordsOf, RESULTS, type Result, type StageRecords } from './stage.js'
import { nodeIndex, type Template, type Templates } from './template.js'

/** Where a lane is in its pipeline; undefined if it does not exist. */
export type KnownStage =
  | {
      readonly id: number
      readonly pipeline: string
      /** The slug of the active feature. */
      readonly feature: string | null
      readonly stage: string | null
      readonly stages: StageRecords
      readonly detected: Detected | null
    }
  | undefined

/** The body of a declaration: every member may be missing or of any type. */
export interface StageInput {
  readonly stage?: unknown
  readonly result?: unknown
  readonly evidence?: unknown
  readonly gate_decision?: unknown
  readonly ci_status?: unknown
  readonly qc_dev?: unknown
}

interface Declaration {
  readonly templates: Templates
  readonly input: StageInput
}

/** `back` starts another pass through the template. */
export const MOVES = ['start', 'stay', 'forward', 'back'] as const

const MAX_EVIDENCE = 50
const MAX_TEXT = 2000

const bad = (field: string, should: string): Rejection<'EBADFIELD'> =>
  reject('EBADFIELD', `${field}: ${should}`, { fields: { field } })

const readResult = (value: unknown): Either.Either<Result | null, Rejection<'EBADFIELD'>> => {
  if (value === undefined || value === null || value === '') return Either.right(null)
  const result = RESULTS.find((known) => known === value)
  return result === undefined ? Either.left(bad('result', 'must be pass or fail')) : Either.right(result)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT

const readEvidence = (value: unknown): Either.Either<readonly string[], Rejection<'EBADFIELD'>> => {
  const list: unknown = value ?? []
  if (!Array.isArray(list) || list.length > MAX_EVIDENCE || !list.every(isText))
    return Either.left(
      bad('evidence', `must be a list of at most ${MAX_EVIDENCE} texts of at most ${MAX_TEXT} characters`),
    )
  return Either.right(list.map((text) => text.trim()).filter((text) => text !== ''))
}

/** Reads the members that an agent reports with a stage. Absent ones stay unchanged. */
const readReported = ({ gate_decision, ci_status, qc_dev }: StageInput) => {
  const given = Object.entries({
    gateDecision: ['gate_decision', gate_decision],
    ciStatus: ['ci_status', ci_status],
    qcDev: ['qc_dev', qc_dev],
  } as const).filter(([, [, value]]) => value !== undefined)
  return Either.map(
    Either.all(given.map(([name, [field, value]]) => Either.map(readScalar(field, value), (read) => [name, read]))),
    (members): { gateDecision?: Scalar; ciStatus?: Scalar; qcDev?: Scalar } => Object.fromEntries(members),
  )
}

/** Returns how a lane gets from one node to another, and what that means for the records of its nodes. */
const moveTo = (template: Template, { stage, stages }: NonNullable<KnownStage>, to: number) => {
  const from = nodeIndex(template, stage)
  const records = recordsOf(template, stages)
  const left = template.nodes[from]
  if (left === undefined) return { move: 'start', passed: null, dropped: [] } as const
  if (from === to) return { move: 'stay', passed: null, dropped: [] } as const
  // A node that is left without a result was passed, but only on the way forward.
  if (from < to) return { move: 'forward', passed: records.has(from) ? null : left.id, dropped: [] } as const
  const dropped = Object.keys(stages).filter((name) => nodeIndex(template, name) >= to)
  return { move: 'back', passed: null, dropped } as const
}

/** Declares the stage of a lane. A result is that of the named node; evidence without a result means that it was passed. */
const declare = (known: KnownStage, { templates, input }: Declaration) => {
  if (known === undefined) return refuse(reject('ENOLANE', 'lane not found'))
  const template = templates.get(known.pipeline)
  if (template === undefined) {
    const message = `the pipeline ${known.pipeline} of the lane has no stages`
    return refuse(reject('ENOPIPELINE', message, { fields: { stages: [] } }))
  }
  const to = typeof input.stage === 'string' ? nodeIndex(template, input.stage) : -1
  const node = template.nodes[to]
  if (node === undefined) {
    const stages = template.nodes.map(({ id }) => id)
    return refuse(reject('EBADSTAGE', `stage: must be one of ${stages.join(', ')}`, { fields: { stages } }))
  }
  const read = Either.all({
    result: readResult(input.result),
    evidence: readEvidence(input.evidence),
    reported: readReported(input),
  })
  if (Either.isLeft(read)) return refuse(read.left)
  const { result, evidence, reported } = read.right
  return accept({
    type: 'stage-declared',
    data: {
      lane: known.id,
      pipeline: known.pipeline,
      feature: known.feature,
      stage: node.id,
      result: result ?? (evidence.length > 0 ? ('pass' as const) : null),
      evidence,
      ...moveTo(template, known, to),
      ...reported,
    },
  })
}

interface Detection {
  readonly templates: Templates
  readonly signal: ToolSignal
  /** The session of the tool call, and when it was made. */
  readonly session: string
  readonly at: Instant
}

/** Records the stage that a tool call means, if it is accepted. The declared stage stays. */
const detect = (known: KnownStage, { templates, signal, session, at }: Detection) => {
  const template = known === undefined ? undefined : templates.get(known.pipeline)
  if (known === undefined || template === undefined) return accept()
  const move = detection(template, known.detected, signal, at)
  if (move === null) return accept()
  const { id: lane, pipeline, feature } = known
  return accept({
    type: 'stage-detected',
    data: { lane, pipeline, feature, ...move, signal: signal.shown, session, at },
  })
}

export const decideStage = { declare, detect }
