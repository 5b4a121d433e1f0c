import { LANE_PREFIXES } from '../../../contract/lane/lanes.js'
import type { LaneMessageRoute } from '../../../contract/lane/messages.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'
import { lane } from '../../samples.js'

const RUN = 'run_01KATQ3V5T8XJ2M4N6P8R0S2T4'
const running = { ...lane, status: 'running', run_id: RUN } as const

const operations: Operations<LaneMessageRoute> = {
  'POST /api/lanes/:id/message': {
    description:
      'Pastes a text into the pane of a running agent and presses Enter. An agent that works reads it next. The text is never sent to a shell. Enter is pressed only while the input line of the agent shows the text: `ENOTREADY` if the agent asks something, its session moved to the background, or the input line has a text of the user. If that happens after the paste, the text may be left in the pane. A text must not end in a backslash. A text that starts like a command of the agent, such as `!`, is sent as text.',
    request: { text: 'The upload test also fails on Node 20.', slot: 0 },
    answer: { lane: running, run_id: RUN, slot: 0, started: false },
  },
  'POST /api/lanes/:id/retry': {
    description:
      'Tells the agent whose turn failed, for example at a limit, to continue. If it has ended, its session is resumed with that, and `started` is true. With `at`, it continues at that time (202): a message is queued, which is dropped if the agent works, ends a turn or fails again before.',
    request: { slot: 0 },
    answer: { lane: running, run_id: RUN, slot: 0, started: false },
  },
  'POST /api/lanes/:id/review': {
    description:
      'Sends 1 to 100 comments on files or lines to the agent of the lane, as one message of at most 131,072 bytes. If no agent runs, one is started with it, and `started` is true. Paths are relative to the lane. `side` is `old` for lines of the version before the changes.',
    request: {
      comments: [{ path: 'src/cart.ts', line: 12, endLine: 14, text: 'Keep the items when the payment fails.' }],
      summary: 'Looks good, two things are left.',
    },
    answer: { lane: running, run_id: RUN, slot: 0, started: false },
  },
}

export const laneMessageOperations = mountedAt(LANE_PREFIXES, operations)
