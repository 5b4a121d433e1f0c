import { PROMPT_KINDS } from '../../../domain/run/prompt.js'
import { SLOTS } from '../../../domain/run/run.js'
import { Schema as S } from '../../../domain/schema.js'
import { Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'
import { mountedAt } from '../mounted-at.js'
import { text } from '../param.js'
import { LANE_PREFIXES } from './lanes.js'

const Option = S.Struct({
  /** As the agent shows it; null if it shows none. */
  number: Nullable(S.String),
  label: S.String,
  description: S.String,
  /** Whether it holds for more than this one time. */
  lasting: S.Boolean,
  /** Whether it opens a field for text. */
  takesText: S.Boolean,
})

export const Prompt = S.Struct({
  /** Identifies what is asked; an answer names it. */
  digest: S.String,
  kind: S.Literal(...PROMPT_KINDS),
  text: S.String,
  options: S.Array(Option),
  /** False: it is answered in the terminal. */
  answerable: S.Boolean,
  /** The last lines of the pane if it is not answerable. */
  screen: S.Array(S.String),
})

const Slot = S.Int.pipe(S.between(SLOTS[0], SLOTS[9]))
const shared = { tag: 'lanes', about: { kind: 'lane', param: 'id' } } as const

export const lanePrompts = mountedAt(LANE_PREFIXES, {
  'GET /api/lanes/:id/prompt': endpoint({
    ...shared,
    summary: 'Get what an agent asks now',
    access: 'lane:read',
    query: { slot: text('the slot, 0 to 9') },
    answers: { 200: S.Struct({ prompt: Nullable(Prompt) }) },
    errors: ['EBADSLOT', 'ENOPANE', 'ERUNLIVE', 'ETMUX', 'ETMUXMISSING'],
  }),
  'POST /api/lanes/:id/answer': endpoint({
    ...shared,
    summary: 'Answer what the agent in a slot asks',
    access: 'lane:answer',
    body: S.Struct({
      slot: S.optional(describedAs(Json, Slot)),
      digest: S.optional(describedAs(Json, S.String)),
      /** The number of an option. */
      option: S.optional(describedAs(Json, S.String)),
      text: S.optional(describedAs(Json, Nullable(S.String))),
    }),
    // `taken`: the agent shows it no more.
    answers: { 200: S.Struct({ taken: S.Boolean, prompt: Nullable(Prompt) }) },
    errors: ['EASKGONE', 'EBADMESSAGE', 'EBADSLOT', 'ENOPANE', 'ENOTREADY', 'ERUNLIVE', 'ETMUX', 'ETMUXMISSING'],
  }),
} as const)

/** The keys of these routes under the first prefix. */
export type LanePromptRoute = Extract<keyof typeof lanePrompts, `${string} ${(typeof LANE_PREFIXES)[0]}${string}`>
