import type { RaceRoute } from '../../../contract/lane/races.js'
import type { Operations } from '../../operation.js'

const race = {
  id: '01KATQ3V5T8XJ2M4N6P8R0S2T4',
  title: 'Accept small typos in the search',
  repository: '/home/ada/shop',
  base: 'main',
  limit_usd: 5,
  started_at: '2026-11-29T09:31:40.502Z',
  by: null,
  stopped_at: null,
  stopped_usd: null,
  decided_at: null,
  kept: null,
  why: null,
  lanes: [
    {
      lane_id: 4,
      title: 'Accept small typos in the search',
      branch: 'feat/accept-small-typos-search',
      tool: 'cli_a',
      model: 'opus',
      effort: 'high',
      archived: false,
    },
    {
      lane_id: 5,
      title: 'Accept small typos in the search (2)',
      branch: 'feat/accept-small-typos-search-2',
      tool: 'cli_b',
      model: null,
      effort: null,
      archived: false,
    },
  ],
} as const

const racer = {
  lane_id: 4,
  state: 'rests',
  since: '2026-11-29T09:38:12.114Z',
  session_id: '5f0c6c1e-9d3c-4a53-9a0f-2f5f0f0a7d11',
  said: 'Typos with one wrong letter match now. Exact hits come first.',
  cost_usd: 1.12,
  unpriced_models: [],
  turns: 1,
  asks: 0,
  waited_ms: 0,
  changes: { files: 4, added: 118, deleted: 31, uncommitted: 0 },
  conflicts: [],
  checks: [{ kind: 'test', command: 'npm test', ok: true, at: '2026-11-29T09:37:58.020Z', edits_since: 0 }],
} as const

export const raceOperations: Operations<RaceRoute> = {
  'GET /api/races': {
    description:
      'Returns the newest 20 races that are not decided, and the newest 20 that are. The socket sends `race_update` when one starts, when its limit stops it, and when it is decided.',
    answer: { races: [race] },
  },
  'POST /api/races': {
    description:
      'Creates a lane for each of the 2 to 4 agents, on worktrees from the same base, and starts the agents with the same prompt. If the first lane cannot be created, nothing is; what fails after it is in `refused`. With `limit_usd`, all agents are stopped when they have cost that much together: what they spend until their next reply is recorded comes on top.',
    request: {
      repo: '/home/ada/shop',
      prompt: 'Accept small typos in the search. Do not slow exact hits.',
      agents: [{ tool: 'cli_a', model: 'opus', effort: 'high' }, { tool: 'cli_b' }],
      limit_usd: 5,
    },
    answer: { race, refused: [] },
  },
  'GET /api/races/:id': {
    description:
      'Returns what each agent has done so far, measured: nothing is scored. `prompt` is null if its session was erased. Changes are read in the background and are null until then.',
    answer: {
      race,
      prompt: 'Accept small typos in the search. Do not slow exact hits.',
      cost_usd: 1.76,
      racers: [racer, { ...racer, lane_id: 5, state: 'works', cost_usd: 0.64, conflicts: null, checks: [] }],
    },
  },
  'POST /api/races/:id/keep': {
    description:
      'Stops the agents of the other lanes and puts those lanes away: their worktrees, branches and uncommitted files stay, and `DELETE /api/lanes/:id/archive` takes a lane back. A race is decided once (`ERACE`). Programs in a lane cannot decide it.',
    request: { lane: 4, why: 'the smallest change' },
    answer: {
      race: { ...race, decided_at: '2026-11-29T09:52:03.310Z', kept: 4, why: 'the smallest change' },
      failed: [],
    },
  },
}
