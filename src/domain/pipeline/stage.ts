import type { Instant } from '../time.js'
import { nodeIndex, type Template, type Templates } from './template.js'

export const RESULTS = ['pass', 'fail'] as const
export type Result = (typeof RESULTS)[number]

/** How a node was passed or failed. */
export interface StageRecord {
  readonly result: Result
  /** Links and files that show it. */
  readonly evidence: readonly string[]
  readonly at: Instant
}

/** The records of a lane by the name of the node. */
export type StageRecords = Readonly<Record<string, StageRecord>>

/** `passed-no-evidence`: a gate that was passed without a link or file that shows it. */
export const NODE_STATES = ['pending', 'active', 'done', 'passed-no-evidence', 'failed'] as const
type NodeState = (typeof NODE_STATES)[number]

/** Where a lane is in its pipeline. Names that no node of its template has are ignored. */
export interface Staged {
  readonly pipeline: string
  readonly stage: string | null
  readonly stages: Readonly<Record<string, Pick<StageRecord, 'result' | 'evidence'>>>
  readonly detectedStage: string | null
}

const stateOf = (
  record: Pick<StageRecord, 'result' | 'evidence'> | undefined,
  gate: boolean,
  isCurrent: boolean,
): NodeState => {
  if (record === undefined) return isCurrent ? 'active' : 'pending'
  if (record.result === 'fail') return 'failed'
  return gate && record.evidence.length === 0 ? 'passed-no-evidence' : 'done'
}

/** Returns the nodes of a template with their records, in order. */
export const recordsOf = <R>(template: Template, stages: Readonly<Record<string, R>>): ReadonlyMap<number, R> =>
  new Map(Object.entries(stages).map(([name, record]) => [nodeIndex(template, name), record]))

/**
 * Returns what a reader sees of a lane's pipeline. `progress` is from 0 to 1, and 0 without a current node. Without a template
 * there are no nodes.
 */
export const pipelineView = (templates: Templates, { pipeline, stage, stages, detectedStage }: Staged) => {
  const template = templates.get(pipeline)
  if (template === undefined) return { pipeline_name: pipeline, pipeline_nodes: [], progress: 0 }
  const current = nodeIndex(template, stage)
  const detected = nodeIndex(template, detectedStage)
  const records = recordsOf(template, stages)
  return {
    pipeline_name: template.name,
    pipeline_nodes: template.nodes.map(({ id, label, icon, gate }, index) => ({
      id,
      label,
      icon,
      gate,
      state: stateOf(records.get(index), gate, index === current),
      current: index === current,
      detected: index === detected || (index < detected && !records.has(index)),
    })),
    progress: (current + 1) / template.nodes.length,
  }
}
