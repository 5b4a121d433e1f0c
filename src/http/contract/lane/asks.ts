import { ASK_STATES } from '../../../domain/run/ask.js'
import { PROMPT_KINDS } from '../../../domain/run/prompt.js'
import { Schema as S } from '../../../domain/schema.js'
import { DateTime, Nullable, ToolId } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'
import { clamped, oneOf, rowId } from '../param.js'

const Text = Nullable(S.String)

/** What an agent in a lane asks, in its own words. */
export const Ask = S.Struct({
  id: S.String,
  lane_id: S.Int,
  /** The title of the lane, or its directory. */
  lane: Text,
  slot: S.Int,
  run_id: S.String,
  /** Null before its session starts. */
  session_id: Text,
  tool: Nullable(ToolId),
  /** Identifies what is asked; an answer names it. */
  digest: S.String,
  kind: S.Literal(...PROMPT_KINDS),
  text: S.String,
  /** In the order of the agent. */
  options: S.Array(
    S.Struct({
      /** The key that presses it, as the agent shows it; null if it shows none. */
      key: Text,
      label: S.String,
      detail: S.String,
      /** Whether it holds for more than this one time. */
      lasting: S.Boolean,
      /** Whether it opens a field for text. */
      text: S.Boolean,
    }),
  ),
  /** False: it is answered in the terminal. */
  answerable: S.Boolean,
  /** The last lines of the pane if it is not answerable. */
  screen: S.Array(S.String),
  /** How it is answered: with the keys of its pane. */
  channel: S.Literal('pane'),
  state: S.Literal(...ASK_STATES),
  at: DateTime,
  /** The option that was pressed through the service, and the user who did; null if none was. */
  answer: Nullable(
    S.Struct({
      option: S.String,
      label: S.String,
      /** The id of the user; null in local mode. */
      by: Nullable(S.Int),
      by_username: Text,
      at: Nullable(DateTime),
    }),
  ),
  closed_at: Nullable(DateTime),
})

const about = { kind: 'ask', param: 'id' } as const

export const asks = {
  'GET /api/asks': endpoint({
    summary: 'List what agents in lanes ask',
    tag: 'lanes',
    access: 'lane:read',
    query: {
      state: oneOf(
        ['open', 'all'],
        '`open` (default): what agents ask now, the oldest first. `all`: the newest, also closed ones',
      ),
      lane: rowId('only those of this lane'),
      limit: clamped(1, 500, 100, 'of all asks'),
    },
    answers: { 200: S.Struct({ asks: S.Array(Ask) }) },
  }),
  'GET /api/asks/:id': endpoint({
    summary: 'Get an ask',
    tag: 'lanes',
    access: 'lane:read',
    about,
    answers: { 200: S.Struct({ ask: Ask }) },
  }),
  'POST /api/asks/:id/answer': endpoint({
    summary: 'Answer what an agent asks',
    tag: 'lanes',
    access: 'lane:answer',
    about,
    body: S.Struct({
      digest: S.optional(describedAs(Json, S.String)),
      /** The key of an option. */
      option: S.optional(describedAs(Json, S.String)),
      text: S.optional(describedAs(Json, Nullable(S.String))),
      /** Any text of the client, new for each answer: an answer that is sent again is not given again. */
      nonce: S.optional(describedAs(Json, Nullable(S.String))),
    }),
    answers: { 200: S.Struct({ ask: Ask, taken: S.Boolean }) },
    errors: ['EASKGONE', 'EBADMESSAGE', 'ENOPANE', 'ENOTREADY', 'ERUNLIVE', 'ETMUX', 'ETMUXMISSING'],
  }),
} as const

export type AskRoute = keyof typeof asks
