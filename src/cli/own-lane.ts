import { realpathSync } from 'node:fs'
import { ancestorsOf } from '../domain/lane/lane.js'
import type { RouteAnswer } from '../http/contract/index.js'
import { allLanes } from './all-lanes.js'
import { Failure } from './exit.js'
import type { Ask } from './service.js'

export type Lane = RouteAnswer<'GET /api/lanes/:id'>['lane']

/** Returns the lane with an id, or without one, the lane that owns the working directory. */
export const laneOf = async (ask: Ask, id: string | undefined): Promise<Lane> => {
  if (id !== undefined) return (await ask('GET /api/lanes/:id', { id })).lane
  const here = realpathSync(process.cwd())
  const lanes = await allLanes(ask)
  for (const path of ancestorsOf(here)) {
    const lane = lanes.find(({ cwd }) => cwd === path)
    if (lane !== undefined) return lane
  }
  throw new Failure(`no lane owns ${here}: create one with switchyard lanes open, or name one with --lane`)
}
