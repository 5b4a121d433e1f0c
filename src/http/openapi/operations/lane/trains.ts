import type { TrainRoute } from '../../../contract/lane/trains.js'
import type { Operations } from '../../operation.js'

const lane = { title: 'Fix the login', details: [], told: false, at: '2026-11-28T09:31:41.120Z' }

const train = {
  id: '01KATQ3V5T8XJ2M4N6P8R0S2T4',
  repository: '/home/ada/shop/.git',
  base: 'main',
  how: 'merge',
  started_at: '2026-11-28T09:31:40.502Z',
  by: null,
  ended_at: '2026-11-28T09:31:42.114Z',
  end: 'done',
  lanes: [
    { ...lane, lane_id: 4, outcome: 'landed', commit: '8f1d2c3b4a5968778695a4b3c2d1e0f123456789' },
    {
      ...lane,
      lane_id: 7,
      title: 'Wish list',
      outcome: 'conflicts',
      commit: null,
      details: ['src/total.ts'],
      told: true,
    },
  ],
} as const

export const trainOperations: Operations<TrainRoute> = {
  'GET /api/trains': {
    description:
      'Returns the trains that run, and the newest 20 that ended. The socket sends `train_update` when one starts, after each lane, and when it ends.',
    answer: { trains: [train] },
  },
  'POST /api/trains': {
    description:
      'Lands the branches of 1 to 20 own lanes on their base, one after the other, with the checks of `GET /api/lanes/:id/land` before each. Their changes must be accepted (`ENOTLANDABLE` names the lanes that are not), and they must have the same repository and base. A lane that cannot land is left out and the train continues; an agent of a lane with conflicts is told to resolve them if it is ready for a prompt. One train runs for each base (`ETRAIN`). Returns at once; a train that runs when the service stops is `interrupted`.',
    request: { lanes: [4, 7], how: 'merge', order: 'conflicts' },
    answer: { train },
  },
  'DELETE /api/trains/:id': {
    description: 'The lane whose turn it is finishes; the others are not touched. What landed stays landed.',
    answer: { ok: true },
  },
}
