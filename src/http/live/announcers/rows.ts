import { agentByKey } from '../../../projections/queries/agents.js'
import { askById } from '../../../projections/queries/asks.js'
import { eventsById } from '../../../projections/queries/events.js'
import { laneById, wasLane } from '../../../projections/queries/lanes.js'
import { panesOfLane } from '../../../projections/queries/runs.js'
import { sessionsByStream } from '../../../projections/queries/sessions.js'
import { queueOfLane } from '../../../projections/queries/queue.js'
import { raceById } from '../../../projections/queries/races.js'
import { trainById } from '../../../projections/queries/trains.js'
import { runsByKey } from '../../../projections/queries/workflow-runs.js'
import type { Services } from '../../services.js'
import type { Announcers } from '../announcer.js'

type RowServices = Pick<Services, 'db' | 'book' | 'isAlive' | 'pipelines' | 'watchersOf'>

/** Returns the announcers that read each changed row once, in its REST shape, and send it. */
export const rowAnnouncers = ({ db, book, isAlive, pipelines, watchersOf }: RowServices): Announcers['rows'] => ({
  session: (changes, { visibility, send }) => {
    for (const { stream, session } of sessionsByStream({ db, book: book(), isAlive }, visibility, [...changes.keys()]))
      send(changes.get(stream) === 'created' ? 'session_created' : 'session_updated', session)
  },
  agent: (changes, { visibility, send }) => {
    for (const [key, change] of changes) {
      const slash = key.indexOf('/')
      const agent = agentByKey(db, visibility, book(), Number(key.slice(0, slash)), key.slice(slash + 1))
      if (agent !== undefined) send(change === 'created' ? 'agent_created' : 'agent_updated', agent)
    }
  },
  workflow: (changes, { visibility, send }) => {
    for (const run of runsByKey(db, visibility, book(), changes.keys())) send('workflow_upserted', run)
  },
  lane: (changes, { visibility, send }) => {
    for (const id of changes.keys()) {
      const lane = laneById(db, visibility, id)
      if (lane !== undefined)
        send('lane_update', {
          lane: { ...pipelines.show(lane), ...watchersOf(lane), panes: panesOfLane(db, visibility, id) },
        })
      else if (wasLane(db, visibility, id)) send('lane_update', { lane_id: id, deleted: true })
    }
  },
  ask: (changes, { visibility, send }) => {
    for (const id of changes.keys()) {
      const ask = askById(db, visibility, id)
      if (ask !== undefined) send('ask_update', { ask })
    }
  },
  train: (changes, { visibility, send }) => {
    for (const id of changes.keys()) {
      const train = trainById(db, visibility, id)
      if (train !== undefined) send('train_update', { train })
    }
  },
  race: (changes, { visibility, send }) => {
    for (const id of changes.keys()) {
      const race = raceById(db, visibility, id)
      if (race !== undefined) send('race_update', { race })
    }
  },
  queue: (changes, { visibility, send }) => {
    for (const id of changes.keys())
      if (laneById(db, visibility, id) !== undefined)
        send('queue_update', { lane_id: id, queue: queueOfLane(db, visibility, id) })
  },
  event: (changes, { visibility, send }) => {
    for (const event of eventsById(db, visibility, [...changes.keys()])) send('new_event', event)
  },
})
