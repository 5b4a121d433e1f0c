import { LANE_PREFIXES } from '../../../contract/lane/lanes.js'
import type { LanePromptRoute } from '../../../contract/lane/prompts.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'

const DIGEST = '6e8f3c0b1a2d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7'
const option = (number: string, label: string, lasting: boolean) => ({
  number,
  label,
  description: '',
  lasting,
  takesText: false,
})

const operations: Operations<LanePromptRoute> = {
  'GET /api/lanes/:id/prompt': {
    description:
      'Reads the screen of the agent in a slot (`slot`, required) and returns what it asks: its own text, and its own options in its order and with its numbers. `prompt` is null if it asks nothing. A prompt that cannot be read for certain, or whose options have no numbers, is not `answerable`: `screen` has the last lines of the pane.',
    answer: {
      prompt: {
        digest: DIGEST,
        kind: 'permission',
        text: 'Bash command\n\ngit tag v2.4\n\nDo you want to proceed?',
        options: [
          option('1', 'Yes', false),
          option('2', "Yes, and don't ask again for: git tag *", true),
          option('3', 'No', false),
        ],
        answerable: true,
        screen: [],
      },
    },
  },
  'POST /api/lanes/:id/answer': {
    description:
      'Presses the number of an option in the pane, once, if the agent still asks what `digest` names: otherwise `EASKGONE`, with what it asks now. `text` is for an option that takes text: it is typed into the field that the option opens. `taken` is false if the agent still shows the prompt afterwards. What can only be answered in the terminal is `ENOTREADY`.',
    request: { slot: 0, digest: DIGEST, option: '1' },
    answer: { taken: true, prompt: null },
  },
}

export const lanePromptOperations = mountedAt(LANE_PREFIXES, operations)
