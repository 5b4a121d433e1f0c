import type { Template, Templates } from './template.js'
import { nodeIndex } from './template.js'

/** What is counted of one node. A move back to an earlier node counts as rework of that node. */
export interface NodeCounts {
  /** Records of passes through the template that resolve to the node. */
  readonly entered: number
  readonly failed: number
  readonly withEvidence: number
  /** Passes that reached the node by detection only. */
  readonly detected: number
  readonly rework: number
}

/** How often work stayed in a node for about a time: by bucket. */
export type StayCounts = ReadonlyMap<number, number>

/** What was recorded of one pipeline: by the id of the node as it was recorded. */
export interface PipelineCounts {
  readonly runs: number
  readonly nodes: ReadonlyMap<string, NodeCounts & { readonly stays: StayCounts }>
}

/** Buckets between a time and its double: so a median is off by at most 4.5 percent. */
const PER_DOUBLE = 8

/** Returns the bucket of a time in milliseconds. The first is that of up to a second. */
export const bucketOfStay = (ms: number): number => (ms <= 1000 ? 0 : Math.round(Math.log2(ms / 1000) * PER_DOUBLE))

/** Returns the seconds of a bucket. */
const secondsOf = (bucket: number): number => Math.round(2 ** (bucket / PER_DOUBLE))

/** Returns the time, in seconds, in which a share of the stays had ended; null without stays. */
export const stayQuantile = (stays: StayCounts, share: number): number | null => {
  const sorted = [...stays].toSorted(([a], [b]) => a - b)
  const total = sorted.reduce((sum, [, n]) => sum + n, 0)
  let seen = 0
  for (const [bucket, n] of sorted) {
    seen += n
    if (seen >= total * share) return secondsOf(bucket)
  }
  return null
}

const NONE = { entered: 0, failed: 0, withEvidence: 0, detected: 0, rework: 0 }

/** Adds up what was recorded under the names of one node. */
const summed = (all: readonly (NodeCounts & { readonly stays: StayCounts })[]) => {
  const sum = { ...NONE }
  const stays = new Map<number, number>()
  for (const counts of all) {
    for (const key of Object.keys(NONE) as (keyof NodeCounts)[]) sum[key] += counts[key]
    for (const [bucket, n] of counts.stays) stays.set(bucket, (stays.get(bucket) ?? 0) + n)
  }
  const { entered, failed, withEvidence, detected, rework } = sum
  return {
    entered,
    passed: entered - failed,
    withEvidence,
    failed,
    detected,
    rework,
    medianSeconds: stayQuantile(stays, 0.5),
    p90Seconds: stayQuantile(stays, 0.9),
  }
}

/** Returns a template for records whose file is missing: their nodes in no particular order. */
const recordedTemplate = (id: string, { nodes }: PipelineCounts): Template => ({
  id,
  name: id,
  nodes: [...nodes.keys()].map((node) => ({ id: node, label: node, icon: null, gate: false, aliases: [], detect: [] })),
})

/**
 * Returns the statistics of pipelines, the busiest first. Records count for the node that their name resolves to now; those that
 * resolve to none are left out.
 * @param configured the pipelines that lanes are on, which are listed before they are used
 */
export const pipelineStatistics = (
  templates: Templates,
  configured: readonly string[],
  recorded: ReadonlyMap<string, PipelineCounts>,
) => {
  const ids = new Set([...recorded.keys(), ...configured.filter((id) => templates.has(id))])
  const pipelines = [...ids].map((id) => {
    const counts = recorded.get(id) ?? { runs: 0, nodes: new Map() }
    const template = templates.get(id) ?? recordedTemplate(id, counts)
    const named = [...counts.nodes].map(([name, of]) => ({ index: nodeIndex(template, name), of }))
    return {
      id,
      name: template.name,
      runs: counts.runs,
      nodes: template.nodes.map(({ id: node, label, icon, gate }, index) => ({
        id: node,
        label,
        icon,
        gate,
        ...summed(named.filter((one) => one.index === index).map(({ of }) => of)),
      })),
    }
  })
  return pipelines.toSorted((a, b) => b.runs - a.runs || (a.id < b.id ? -1 : 1))
}
