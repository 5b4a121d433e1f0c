/**
 * The topics of the insights, each with its kinds of counters: those that are shown together. A sum reads only the topics that it
 * needs. All other kinds belong to `flows`.
 */
const KINDS = {
  active: ['active'],
  counts: ['event', 'started', 'agents', 'agent-type', 'agent-status'],
  time: ['time', 'wait', 'prompt'],
  calls: ['call', 'command', 'skill', 'plugin-calls'],
  agents: ['run', 'type-errors', 'subagents', 'compactions', 'recovered'],
  spent: ['spent'],
  errors: ['error', 'erred'],
} as const

export type Topic = keyof typeof KINDS | 'flows'

export const TOPICS: readonly Topic[] = ['active', 'counts', 'time', 'calls', 'agents', 'spent', 'errors', 'flows']

const OF_KIND: ReadonlyMap<string, Topic> = new Map(
  Object.entries(KINDS).flatMap(([topic, kinds]) => kinds.map((kind) => [kind, topic as Topic] as const)),
)

/** Returns the topic of a kind of counter. */
export const topicOf = (kind: string): Topic => OF_KIND.get(kind) ?? 'flows'
