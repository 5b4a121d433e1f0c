/**
 * Fills a data directory with the stages of lanes. Each lane goes through its pipeline again and again, sometimes back.
 *
 *   node --import tsx test/bench/fill-stages.ts '{"dataDir", "lanes", "events", "pipeline", "nodes"}'      prints `{"bytes"}`
 */
import type { New } from '../../src/events/envelope.js'
import { laneStream } from '../../src/events/streams.js'
import { openFastLog } from './fast-log.js'

export interface StagePlan {
  readonly dataDir: string
  readonly lanes: number
  readonly events: number
  readonly pipeline: string
  readonly nodes: readonly string[]
}

const BATCH = 1000
const { dataDir, lanes, events, pipeline, nodes }: StagePlan = JSON.parse(process.argv[2] ?? '{}')
const { committer, close } = openFastLog(dataDir)
const startedAt = Date.now() - events * 1000
const by = { by: 'local', via: 'http' } as const

const created = (lane: number): New<'lane-created'> => ({
  type: 'lane-created',
  data: {
    lane,
    cwd: `/lanes/${lane}`,
    kind: 'adopted',
    title: null,
    tool: 'cli_a',
    pipeline,
    baseBranch: null,
    branch: null,
    sourceRepo: null,
  },
  occurredAt: startedAt,
  ...by,
})

/** The node that each lane is on; -1 before the first. */
const at = Array.from({ length: lanes }, () => -1)

/** Returns the next stage of a lane: mostly the next node, and from the last one, or sometimes, an earlier one. */
const declared = (lane: number, n: number): New<'stage-declared'> => {
  const before = at[lane - 1] ?? -1
  const isBack = before === nodes.length - 1 || (before > 1 && n % 11 === 0)
  const next = isBack ? n % before : before + 1
  at[lane - 1] = next
  const result = n % 13 === 0 ? 'fail' : n % 3 === 0 ? 'pass' : null
  return {
    type: 'stage-declared',
    data: {
      lane,
      pipeline,
      feature: null,
      stage: nodes[next] ?? '',
      result,
      evidence: n % 6 === 0 ? ['log.txt'] : [],
      move: before < 0 ? 'start' : isBack ? 'back' : 'forward',
      passed: before >= 0 && !isBack && n % 2 === 0 ? (nodes[before] ?? null) : null,
      dropped: isBack ? nodes.slice(next + 1, before + 1) : [],
    },
    occurredAt: startedAt + n * 1000,
    ...by,
  }
}

for (let lane = 1; lane <= lanes; lane++) {
  await committer.submit((tx) => void tx.append(laneStream(`lane-${lane}`), created(lane)))
}
for (let n = 0; n < events; n += BATCH) {
  await committer.submit((tx) => {
    for (let one = n; one < Math.min(n + BATCH, events); one++) {
      const lane = (one % lanes) + 1
      tx.append(laneStream(`lane-${lane}`), declared(lane, one))
    }
  })
}
console.log(JSON.stringify({ bytes: await close() }))
