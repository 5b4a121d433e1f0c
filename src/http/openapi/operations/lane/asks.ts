import type { AskRoute } from '../../../contract/lane/asks.js'
import type { Operations } from '../../operation.js'

const option = (key: string, label: string, lasting: boolean) => ({ key, label, detail: '', lasting, text: false })

const ask = {
  id: 'ask_01KATQ3V5T8XJ2M4N6P8R0S2T4',
  lane_id: 4,
  lane: 'Fix the login',
  slot: 0,
  run_id: 'run_01KATQ3V5T8XJ2M4N6P8R0S2T4',
  session_id: '4d0a7c2e-8a3f-4f2b-9a55-6a1f0f6f9f10',
  tool: 'cli_a',
  digest: '6e8f3c0b1a2d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7',
  kind: 'permission',
  text: 'Bash command\n\ngit tag v2.4\n\nDo you want to proceed?',
  options: [
    option('1', 'Yes', false),
    option('2', "Yes, and don't ask again for: git tag *", true),
    option('3', 'No', false),
  ],
  answerable: true,
  screen: [],
  channel: 'pane',
  state: 'open',
  at: '2026-11-20T09:31:40.502Z',
  answer: null,
  closed_at: null,
} as const

const answered = {
  ...ask,
  state: 'taken',
  answer: { option: '1', label: 'Yes', by: null, by_username: null, at: '2026-11-20T09:32:02.114Z' },
  closed_at: '2026-11-20T09:32:02.160Z',
} as const

export const askOperations: Operations<AskRoute> = {
  'GET /api/asks': {
    description:
      'Returns what the agents in lanes show and wait for: permissions, questions, plans, and the dialogs before their sessions. The socket sends `ask_update` when one is opened, answered or closed.',
    answer: { asks: [ask] },
  },
  'GET /api/asks/:id': { description: 'Returns an ask, open or not.', answer: { ask } },
  'POST /api/asks/:id/answer': {
    description:
      'Presses the key of an option in the pane, once, if the agent still shows this ask. The first answer wins: a later one is `EASKGONE`, with the ask and what the agent asks `next`. So is one that came when the user had just pressed a key in the terminal: its key is removed from the input line. `text` is for an option that takes text. `taken` is false if the agent still shows it afterwards; it is then asked again, with another id. Access tokens and programs in lanes are refused: an agent must not answer itself.',
    request: { digest: ask.digest, option: '1', nonce: '7c9e6679' },
    answer: { ask: answered, taken: true },
  },
}
