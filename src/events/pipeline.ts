import { MOVES } from '../domain/pipeline/decide.js'
import { RESULTS } from '../domain/pipeline/stage.js'
import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { laneStream } from './streams.js'

const Text = S.NullOr(S.String)
const Scalar = S.NullOr(S.Union(S.String, S.Number))

/**
 * A stage was declared. What depends on the template is recorded as it was then: a template that changes later changes no
 * record. Absent members of the lane stay unchanged.
 */
const stageDeclared = defineEvent({
  type: 'stage-declared',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    lane: S.Int,
    pipeline: S.String,
    /** The slug of the active feature. */
    feature: Text,
    /** The id of the node. */
    stage: S.String,
    result: S.NullOr(S.Literal(...RESULTS)),
    evidence: S.Array(S.String),
    /** From the node that the lane was on. */
    move: S.Literal(...MOVES),
    /** The node that was left without a result, which means that it was passed. */
    passed: Text,
    /** The records that the next pass starts without. */
    dropped: S.Array(S.String),
    gateDecision: S.optional(Scalar),
    ciStatus: S.optional(Scalar),
    qcDev: S.optional(Scalar),
  }),
})

/** A stage was inferred from a tool call. The declared stage stays. */
const stageDetected = defineEvent({
  type: 'stage-detected',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    lane: S.Int,
    pipeline: S.String,
    /** The slug of the active feature. */
    feature: Text,
    /** The id of the node. */
    stage: S.String,
    /** From the node that was detected before. */
    move: S.Literal('start', 'forward', 'back'),
    /** Whether it starts another pass through the template, because the last node was left. */
    newPass: S.Boolean,
    /** The tool call, cut to 120 characters. */
    signal: S.String,
    session: S.String,
    /** When the tool call was made. The event may be later, if the service was down. */
    at: S.Number,
  }),
})

export const pipelineEvents = { 'stage-declared': stageDeclared, 'stage-detected': stageDetected }
