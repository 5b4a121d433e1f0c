import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localPrincipal, visibilityWithin } from '../../../../src/domain/access/visibility.js'
import { vanishedRuns } from '../../../../src/projections/queries/run-history.js'
import { pageOfLanes } from '../../../../src/projections/queries/lanes.js'
import { panesByLane, panesOfLane } from '../../../../src/projections/queries/runs.js'
import { openOwners } from '../../../support/access/two-owners.js'
import { stepsOf } from '../../../support/kernel/query-steps.js'

const everything = visibilityWithin(localPrincipal, 'all')

let owners: Awaited<ReturnType<typeof openOwners>>
beforeAll(async () => {
  owners = await openOwners(['ada', 'ben'])
})
afterAll(() => owners.close())

describe('the panes of lanes', () => {
  it('are read from the last run of each slot and the open asks, and from no earlier ones', () => {
    const ofPage = stepsOf(owners.db, (db) => panesByLane(db, everything, [1, 2]))
    const ofOne = stepsOf(owners.db, (db) => panesOfLane(db, everything, 1))
    const asks = [
      'SCAN a USING INDEX i_ask_waiting',
      'SEARCH r USING PRIMARY KEY (run=?) LEFT-JOIN',
      'SEARCH l USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
      'SEARCH u USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
    ]
    expect(ofPage).toEqual([
      ...asks,
      'SEARCH s USING PRIMARY KEY (lane=?)',
      expect.stringContaining('SUBQUERY'),
      'SCAN json_each VIRTUAL TABLE INDEX 1:',
      'SEARCH r USING PRIMARY KEY (run=?)',
    ])
    expect(ofOne).toEqual([...asks, 'SEARCH s USING PRIMARY KEY (lane=?)', 'SEARCH r USING PRIMARY KEY (run=?)'])
  })
})

describe('a page of lanes', () => {
  it.each([undefined, { at: 1, id: 1 }])('is read from an index, after %j', (after) => {
    const steps = stepsOf(owners.db, (db) => pageOfLanes(db, everything, 10, after))
    expect(steps).toEqual([expect.stringContaining('p_lane USING INDEX i_lane_updated')])
  })
})

describe('the panes that vanished', () => {
  it('are found without reading the runs that ended in another way', () => {
    const steps = stepsOf(owners.db, (db) => vanishedRuns(db, everything))
    expect(steps.filter((step) => /^SCAN r(?! USING INDEX i_run_vanished)/.test(step))).toEqual([])
  })
})
