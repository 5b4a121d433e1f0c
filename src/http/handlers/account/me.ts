import * as Effect from 'effect/Effect'
import { type Author, userNumber } from '../../../domain/access/author.js'
import type { Caller } from '../../../domain/access/caller.js'
import type { Visibility } from '../../../domain/access/visibility.js'
import { MAX_INSTRUCTIONS } from '../../../domain/account/instructions.js'
import { TOOL_IDS } from '../../../domain/tools/catalog.js'
import { ownerOf } from '../../../projections/ownership.js'
import { accountPrefs } from '../../../projections/queries/accounts.js'
import { isoOrNull, workspaces } from '../../../projections/queries/lanes.js'
import { sessionsByOwner } from '../../../projections/queries/stats.js'
import { userById } from '../../../projections/queries/users.js'
import type { me } from '../../contract/account/me.js'
import type { Handlers } from '../../handler.js'
import { done, ok } from '../../reply.js'
import type { Services } from '../../services.js'
import { pictureReply } from './picture.js'
import { renewedCookie } from './renewed-cookie.js'
import { userShape } from './user-shape.js'

export const meHandlers = (services: Services): Handlers<keyof typeof me> => {
  const { mode, db, accounts, instructions, users, logins, tokens, userSecrets, avatars } = services
  const told = (text: string | null) => ok({ instructions: text, max: MAX_INSTRUCTIONS, tools: TOOL_IDS } as const)
  const prefs = (own: Visibility, author: Author) => ok(accountPrefs(db, own, ownerOf(author)))
  const idOf = ({ author }: Caller): number => userNumber(author.by) ?? 0
  const administrator = ({ author, principal }: Caller) => ({ author, login: principal.login ?? null })

  const account = (request: Caller) => {
    const user = mode === 'server' ? userById(db, idOf(request)) : undefined
    if (user === undefined) return ok({ mode: 'local' as const })
    const open = logins.countOf(user.id)
    return ok({
      mode: 'server' as const,
      user: userShape(user, userSecrets.personOf(user), open),
      workspaces: workspaces(db, request.own).length,
      sessions: [...sessionsByOwner(db, request.own).values()].reduce((sum, n) => sum + n, 0),
      logins: open,
      lastLoginAt: isoOrNull(user.lastLoginAt),
      passwordSetBy: user.passwordSetBy,
    })
  }

  return {
    'GET /api/me/account': (_input, request) => account(request),
    'PATCH /api/me/account': ({ body }, request) =>
      Effect.map(users.describe(idOf(request), body, request.author), () => account(request)),
    'POST /api/me/password': ({ body }, request) =>
      Effect.map(
        users.setPassword(idOf(request), body.newPassword, administrator(request), 'newPassword'),
        (ended) => ({
          ...ok({ ok: true as const, ended }),
          headers: renewedCookie(logins, request, idOf(request)),
        }),
      ),
    'POST /api/me/sign-out-others': (_input, request) =>
      Effect.map(logins.endAll(idOf(request), request.principal.login ?? null, 'signed-out', request.author), (ended) =>
        ok({ ended }),
      ),
    'GET /api/me/tokens': (_input, request) => ok({ tokens: tokens.list(idOf(request)) }),
    'POST /api/me/tokens': ({ body }, request) =>
      Effect.map(tokens.create(idOf(request), body, request.author), (made) => ({ status: 201 as const, json: made })),
    'DELETE /api/me/tokens/:id': ({ params }, request) =>
      Effect.as(tokens.revoke(idOf(request), params.id, request.author), done),
    'GET /api/me/avatar': (_input, request) => Effect.flatMap(avatars.read(idOf(request)), pictureReply),
    'PUT /api/me/avatar': ({ body }, request) =>
      Effect.map(avatars.set(idOf(request), body.stream, request.author), () => account(request)),
    'DELETE /api/me/avatar': (_input, request) =>
      Effect.map(avatars.remove(idOf(request), request.author), () => account(request)),
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
