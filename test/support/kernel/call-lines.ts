import type { Provider } from '../../../src/domain/tools/catalog.js'
import type { New } from '../../../src/events/envelope.js'

/** Returns the events of the transcript lines of a tool call, without dedup keys. */
export const callLine = (id: string, name: string, at: number, provider: Provider = 'claude'): New => ({
  type: 'reply-recorded',
  occurredAt: at,
  by: 'local',
  via: 'transcript',
  data: {
    provider,
    line: at,
    agent: null,
    message: `msg_${id}`,
    model: 'claude-sonnet-4-5',
    speed: 'standard',
    geo: 'global',
    tier: 'standard',
    embedded: false,
    usage: {
      input: 1,
      output: 1,
      cacheRead: 0,
      cacheWrite: 0,
      cacheWrite1h: 0,
      webSearch: 0,
      webFetch: 0,
      codeExecution: 0,
    },
    tool: { id, name, target: null },
    excerpt: null,
    ends: false,
  },
})

export const resultLine = (id: string, at: number): New => ({
  type: 'tool-result-recorded',
  occurredAt: at,
  by: 'local',
  via: 'transcript',
  data: { provider: 'claude', line: at, agent: null, id, ok: true, error: null, durationMs: 5, startedAgent: null },
})
