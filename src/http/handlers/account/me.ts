import * as Effect from 'effect/Effect'
import type { Author } from '../../../domain/access/author.js'
import type { Visibility } from '../../../domain/access/visibility.js'
import { MAX_INSTRUCTIONS } from '../../../domain/account/instructions.js'
import { TOOL_IDS } from '../../../domain/tools/catalog.js'
import { ownerOf } from '../../../projections/ownership.js'
import { accountPrefs } from '../../../projections/queries/accounts.js'
import type { me } from '../../contract/account/me.js'
import type { Handlers } from '../../handler.js'
import { ok } from '../../reply.js'
import type { Services } from '../../services.js'

export const meHandlers = ({ db, accounts, instructions }: Services): Handlers<keyof typeof me> => {
  const told = (text: string | null) => ok({ instructions: text, max: MAX_INSTRUCTIONS, tools: TOOL_IDS } as const)
  const prefs = (own: Visibility, author: Author) => ok(accountPrefs(db, own, ownerOf(author)))
  return {
    'GET /api/me/account': () => ({ status: 200, json: { mode: 'local' } }),
    'GET /api/me/prefs': (_input, { own, author }) => prefs(own, author),
    'PUT /api/me/prefs': ({ body }, { own, author }) =>
      Effect.map(accounts.setPrefs(body.prefs, author), () => prefs(own, author)),
    'POST /api/me/onboarded': (_input, { own, author }) =>
      Effect.map(accounts.onboard(author), () => prefs(own, author)),
    'GET /api/me/instructions': (_input, { author }) => told(instructions.ofAccount(ownerOf(author))),
    'PUT /api/me/instructions': ({ body }, { author }) =>
      Effect.map(instructions.setOfAccount(body.instructions, author), () =>
        told(instructions.ofAccount(ownerOf(author))),
      ),
    'GET /api/lanes/:id/instructions': (_input, { row: lane }) => told(instructions.ofLane(lane.id)),
    'PUT /api/lanes/:id/instructions': ({ body }, { row: { id }, author }) =>
      Effect.map(instructions.setOfLane(id, body.instructions, author), () => told(instructions.ofLane(id))),
  }
}
