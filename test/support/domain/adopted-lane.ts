import type { New } from '../../../src/events/envelope.js'

/** Returns the data of the event that creates a lane on a directory of the user. */
export const adoptedLane = (lane: number, cwd: string): New<'lane-created'>['data'] => ({
  lane,
  cwd,
  kind: 'adopted',
  title: null,
  tool: 'cli_a',
  pipeline: 'default',
  baseBranch: null,
  branch: null,
  sourceRepo: null,
})
