import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { Visibility } from '../../domain/access/visibility.js'
import { reject } from '../../domain/rejection.js'
import {
  type AnswerInput,
  fieldShows,
  isCheckbox,
  type PromptAnswer,
  promptIdentity,
  readAnswer,
  readSlot,
} from '../../domain/run/answer.js'
import { inputLineOf, isAgentView } from '../../domain/run/input-line.js'
import { type Prompt, promptOn } from '../../domain/run/prompt.js'
import { lastLines } from '../../domain/run/screen.js'
import { TOOLS } from '../../domain/tools/catalog.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import type { Reader } from '../../projections/sql.js'
import { type PaneKey, type PaneLook } from '../ports/panes.js'
import type { Serial } from '../kernel/serial.js'
import { agentIn } from './agents.js'
import { polled, type Typing } from './typing.js'

interface PromptParts {
  readonly db: Reader
  readonly serial: Serial
  readonly typing: Typing
}

type Lane = Pick<LaneShape, 'id'>
type Agent = NonNullable<Effect.Effect.Success<ReturnType<typeof agentIn>>>

/** A prompt that an agent shows now. */
interface Shown {
  readonly prompt: Prompt
  readonly digest: string
  readonly look: PaneLook
}

const KEYS: readonly PaneKey[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

/** Milliseconds that an agent gets to act on a key. */
const ACTS_MS = 2000
/** After this long, an agent whose cursor has been on the option before has only moved it there. */
const MOVES_MS = 1500
/** An agent that moves its cursor to an option may be about to choose it. */
const CHOOSES_MS = 300

const digestOf = (identity: string) =>
  Effect.promise(async () => {
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(identity))
    return Buffer.from(bytes).toString('hex')
  })

const inTerminal = Effect.fail(reject('ENOTREADY', 'this can only be answered in the terminal'))

/** Returns the commands that show what agents ask, and answer it with their own keys. */
export const promptCommands = ({ db, serial, typing }: PromptParts) => {
  /** Returns what the agent asks now. What the CLI says about itself must agree before it can be answered. */
  const shownBy = (agent: Agent) =>
    Effect.gen(function* () {
      const look = yield* typing.look(agent)
      if (look === null) return null
      const state = typing.stateOf(agent)
      const { provider } = TOOLS[agent.tool]
      const found = promptOn(look.screen, provider)
      const isWaiting = state === null || state.status === 'waiting'
      const prompt =
        found === null
          ? unreadable(agent, look, state?.status === 'waiting', state?.waitingFor ?? null)
          : { ...found, isAnswerable: found.isAnswerable && isWaiting }
      return prompt === null ? null : { prompt, look, digest: yield* digestOf(promptIdentity(agent.run, prompt)) }
    })

  /** What an agent asks in a form that is not known. */
  const unreadable = (
    agent: Agent,
    { screen }: PaneLook,
    isWaiting: boolean,
    waitingFor: string | null,
  ): Prompt | null => {
    const { provider } = TOOLS[agent.tool]
    const isPrompting = inputLineOf(screen, provider) !== null || isAgentView(screen)
    // The status file changes a moment after the screen.
    if (isPrompting || (!isWaiting && agent.dialog === null)) return null
    const text = (isWaiting ? waitingFor : agent.dialog?.text) ?? ''
    return { kind: 'other', text, options: [], cursor: null, isAnswerable: false, rows: [] }
  }

  const shapeOf = ({ prompt, digest, look }: Shown) => ({
    digest,
    kind: prompt.kind,
    text: prompt.text,
    options: prompt.options,
    answerable: prompt.isAnswerable,
    screen: prompt.isAnswerable ? [] : lastLines(look.screen),
  })

  const shapeOrNull = (shown: Shown | null) => (shown === null ? null : shapeOf(shown))

  const gone = (shown: Shown | null) =>
    Effect.fail(reject('EASKGONE', 'the agent asks something else now', { fields: { prompt: shapeOrNull(shown) } }))

  /** Presses a key while the prompt is the one that the user saw. */
  const pressed = (agent: Agent, digest: string, key: PaneKey) =>
    Effect.gen(function* () {
      const shown = yield* shownBy(agent)
      if (shown?.digest !== digest) return yield* gone(shown)
      if (!shown.prompt.isAnswerable) return yield* inTerminal
      const rows = shown.prompt.rows
      return (yield* typing.press(agent, key, { look: shown.look, rows })) ? shown : null
    }).pipe(Effect.repeat({ until: (shown) => shown !== null, times: 5 }))

  /** Waits for what the agent does with the number of an option; presses Enter if that only moved its cursor. */
  const chosen = (agent: Agent, { digest }: PromptAnswer, at: number, before: Shown) =>
    Effect.gen(function* () {
      const start = yield* Clock.currentTimeMillis
      const wasThere = before.prompt.cursor === at
      const isMoved = Effect.gen(function* () {
        const shown = yield* shownBy(agent)
        if (shown?.digest !== digest) return { isTaken: true, shown }
        const waited = (yield* Clock.currentTimeMillis) - start
        const isThere = shown.prompt.cursor === at && waited >= (wasThere ? MOVES_MS : CHOOSES_MS)
        return { isTaken: false, isThere, shown }
      })
      const after = yield* polled(isMoved, ({ isTaken, isThere }) => isTaken || isThere === true, ACTS_MS)
      if (after.isTaken) return { isTaken: true, shown: after.shown }
      if (after.isThere !== true || after.shown === null) return { isTaken: false, shown: after.shown }
      yield* typing.press(agent, 'Enter', { look: after.shown.look, rows: after.shown.prompt.rows })
      const last = yield* polled(shownBy(agent), (shown) => shown?.digest !== digest, ACTS_MS)
      return { isTaken: last?.digest !== digest, shown: last }
    })

  /** Types a text into the field that the number of an option has opened: in the list, or the input line. */
  const typed = (agent: Agent, at: number, text: string) =>
    Effect.gen(function* () {
      const { provider } = TOOLS[agent.tool]
      const field = Effect.gen(function* () {
        const shown = yield* shownBy(agent)
        if (shown !== null)
          return shown.prompt.cursor === at && shown.prompt.options[at]?.takesText === true ? ('list' as const) : null
        const look = yield* typing.look(agent)
        return look !== null && inputLineOf(look.screen, provider)?.text === '' ? ('line' as const) : null
      })
      const opened = yield* polled(field, (one) => one !== null, ACTS_MS)
      if (opened === null)
        return yield* Effect.fail(
          reject('ENOTREADY', 'the agent has not opened a field for the text. It was not typed'),
        )
      if (opened === 'line') {
        if (!(yield* typing.prompt(agent, text))) return yield* gone(null)
      } else {
        yield* typing.paste(agent, text)
        const visible = Effect.gen(function* () {
          const shown = yield* shownBy(agent)
          if (shown === null || !fieldShows(shown.prompt, at, text)) return false
          return yield* typing.press(agent, 'Enter', { look: shown.look, rows: shown.prompt.rows })
        })
        if (!(yield* polled(visible, (isSent) => isSent, ACTS_MS)))
          return yield* Effect.fail(reject('ENOTREADY', 'the text was left in the pane, and was not sent'))
      }
      yield* Effect.sleep(CHOOSES_MS)
      return { isTaken: true, shown: yield* shownBy(agent) }
    })

  const agentOf = ({ id }: Lane, slot: number, visibility: Visibility) =>
    Effect.flatMap(agentIn(db, id, slot, visibility), (agent) =>
      agent === null ? Effect.fail(reject('ENOPANE', `no agent runs in slot ${slot}`)) : Effect.succeed(agent),
    )

  return {
    /** Returns what the agent in a slot asks now; null if it asks nothing. */
    show: (lane: Lane, slot: unknown, visibility: Visibility) =>
      Effect.gen(function* () {
        const agent = yield* agentOf(lane, yield* readSlot(slot), visibility)
        return shapeOrNull(yield* shownBy(agent))
      }),

    /** Answers the prompt that the user saw, if the agent still shows it. Returns whether it went away, and what is asked now. */
    answer: (lane: Lane, input: AnswerInput, visibility: Visibility) =>
      Effect.gen(function* () {
        const answer = yield* readAnswer(input)
        return yield* serial.hold(
          { kind: 'lane', name: String(lane.id) },
          Effect.gen(function* () {
            const agent = yield* agentOf(lane, answer.slot, visibility)
            const shown = yield* shownBy(agent)
            if (shown?.digest !== answer.digest) return yield* gone(shown)
            if (!shown.prompt.isAnswerable) return yield* inTerminal
            const at = shown.prompt.options.findIndex(({ number }) => number === answer.option)
            const key = KEYS.find((one) => one === answer.option)
            const option = shown.prompt.options[at]
            if (option === undefined || key === undefined)
              return yield* Effect.fail(reject('INVALID_INPUT', 'option: the agent shows no option with this number'))
            if (answer.text !== undefined && !option.takesText)
              return yield* Effect.fail(reject('INVALID_INPUT', 'text: this option takes none'))
            const before = yield* pressed(agent, answer.digest, key)
            if (before === null) return yield* gone(yield* shownBy(agent))
            const done =
              answer.text !== undefined
                ? yield* typed(agent, at, answer.text)
                : isCheckbox(option.label) || option.takesText
                  ? yield* Effect.map(
                      polled(shownBy(agent), (now) => now?.digest !== answer.digest, ACTS_MS),
                      (now) => ({ isTaken: now?.digest !== answer.digest, shown: now }),
                    )
                  : yield* chosen(agent, answer, at, before)
            return { taken: done.isTaken, prompt: shapeOrNull(done.shown) }
          }).pipe(Effect.uninterruptible),
        )
      }),
  }
}

export type PromptCommands = ReturnType<typeof promptCommands>
