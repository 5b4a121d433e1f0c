import { ASK_OUTCOMES } from '../domain/run/ask.js'
import { PROMPT_KINDS } from '../domain/run/prompt.js'
import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { laneStream } from './streams.js'

const Text = S.NullOr(S.String)

const Option = S.Struct({
  key: Text,
  label: S.String,
  detail: S.String,
  lasting: S.Boolean,
  text: S.Boolean,
})

/** An agent in a lane asks something: its pane shows it, in the words and the order of the agent. */
const askOpened = defineEvent({
  type: 'ask-opened',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    lane: S.Int,
    run: S.String,
    slot: S.Int,
    /** Null before its session starts. */
    session: Text,
    ask: S.String,
    digest: S.String,
    kind: S.Literal(...PROMPT_KINDS),
    text: S.String,
    options: S.Array(Option),
    answerable: S.Boolean,
    screen: S.Array(S.String),
  }),
})

/** A user pressed an option of an ask through the service. The text that the option took is not stored. */
const askAnswered = defineEvent({
  type: 'ask-answered',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    lane: S.Int,
    ask: S.String,
    option: S.String,
    label: S.String,
    hasText: S.Boolean,
    nonce: Text,
  }),
})

/** The agent does not show an ask any more. That its run ended closes its asks too, without this event. */
const askClosed = defineEvent({
  type: 'ask-closed',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, ask: S.String, outcome: S.Literal(...ASK_OUTCOMES) }),
})

export const askEvents = {
  'ask-opened': askOpened,
  'ask-answered': askAnswered,
  'ask-closed': askClosed,
}
