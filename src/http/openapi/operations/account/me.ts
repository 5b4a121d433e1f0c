import { TOOL_IDS } from '../../../../domain/tools/catalog.js'
import type { me } from '../../../contract/account/me.js'
import type { Operations } from '../../operation.js'

const prefs = { prefs: { theme: 'dark', 'svc.defaultTool': 'cli_a' }, onboardedAt: '2026-11-20T10:00:00.000Z' }
const instructions = {
  instructions: 'Run the tests before you say that you are done.',
  max: 16_000,
  tools: TOOL_IDS,
} as const

export const meOperations: Operations<keyof typeof me> = {
  'GET /api/me/account': {
    description: 'Returns the account of the caller. Local mode has no accounts.',
    answer: { mode: 'local' },
  },
  'GET /api/me/prefs': {
    description: 'Returns the preferences of the caller, and when the first-run setup was done.',
    answer: prefs,
  },
  'PUT /api/me/prefs': {
    description:
      'Changes the preferences that are given; null removes one. An unknown key, a value that is no text, or one over 8 KB refuses all.',
    request: { prefs: { theme: 'dark', 'svc.tour': null } },
    answer: prefs,
  },
  'POST /api/me/onboarded': {
    description: 'Marks the first-run setup as done. The time of the first call is kept.',
    answer: prefs,
  },
  'GET /api/me/instructions': {
    description: 'Returns what every new agent of the caller is told.',
    answer: instructions,
  },
  'PUT /api/me/instructions': {
    description:
      'Sets what every new agent of the caller is told. Null or a blank text removes it. Agents that run are not told.',
    request: { instructions: instructions.instructions },
    answer: instructions,
  },
  'GET /api/lanes/:id/instructions': {
    description: 'Returns what every new agent of the lane is told.',
    answer: instructions,
  },
  'PUT /api/lanes/:id/instructions': {
    description: "Sets what every new agent of the lane is told, after the instructions of the lane's owner.",
    request: { instructions: instructions.instructions },
    answer: instructions,
  },
}
