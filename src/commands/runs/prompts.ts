import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { Visibility } from '../../domain/access/visibility.js'
import { reject } from '../../domain/rejection.js'
import { fieldShows, isCheckbox, type PromptAnswer, promptIdentity, readSlot } from '../../domain/run/answer.js'
import { inputLineOf, isAgentView } from '../../domain/run/input-line.js'
import { type Prompt, promptOn } from '../../domain/run/prompt.js'
import { lastLines } from '../../domain/run/screen.js'
import { TOOLS } from '../../domain/tools/catalog.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import type { Reader } from '../../projections/sql.js'
import type { PaneKey, PaneLook } from '../ports/panes.js'
import { agentIn } from './agents.js'
import { polled, type Typing } from './typing.js'

interface PromptParts {
  readonly db: Reader
  readonly typing: Typing
}

type Lane = Pick<LaneShape, 'id'>
export type PromptingAgent = NonNullable<Effect.Effect.Success<ReturnType<typeof agentIn>>>

/** A prompt that an agent shows now. */
export interface ShownPrompt {
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

/**
 * What became of keys that may have come too late: how many were removed from the input line, or another prompt hides that line.
 */
export type Strays = { readonly removed: number } | 'hidden'

/** Whether a text has only keys that were pressed, in their order. */
const hasOnly = (text: string, keys: string): boolean => {
  let at = 0
  for (const key of keys) if (text[at] === key) at += 1
  return text !== '' && at === text.length
}

const digestOf = (identity: string) =>
  Effect.promise(async () => {
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(identity))
    return Buffer.from(bytes).toString('hex')
  })

/** What stands above the options of a prompt: the agent adds to it when it has acted on an answer. */
const above = ({ look, prompt }: ShownPrompt): string => look.screen.lines.slice(0, prompt.rows[0]).join('\n')

/** Whether an agent still shows the same prompt, and not one with the same words that follows it: a key would answer that one. */
const isStill = (shown: ShownPrompt | null, digest: string, before: ShownPrompt): shown is ShownPrompt =>
  shown?.digest === digest && above(shown) === above(before)

const inTerminal = Effect.fail(reject('ENOTREADY', 'this can only be answered in the terminal'))

/** Returns the commands that show what agents ask, and answer it with their own keys. */
export const promptCommands = ({ db, typing }: PromptParts) => {
  /** Returns what the agent asks now. What the CLI says about itself must agree before it can be answered. */
  const shownBy = (agent: PromptingAgent) =>
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

  /** Whether an agent shows its input line, so that it asks nothing. */
  const readsPrompts = (agent: PromptingAgent) =>
    Effect.map(typing.look(agent), (look) => {
      const { provider } = TOOLS[agent.tool]
      return look !== null && (inputLineOf(look.screen, provider) !== null || isAgentView(look.screen))
    })

  /** What an agent asks in a form that is not known. */
  const unreadable = (
    agent: PromptingAgent,
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

  const shapeOf = ({ prompt, digest, look }: ShownPrompt) => ({
    digest,
    kind: prompt.kind,
    text: prompt.text,
    options: prompt.options,
    answerable: prompt.isAnswerable,
    screen: prompt.isAnswerable ? [] : lastLines(look.screen),
  })

  const shapeOrNull = (shown: ShownPrompt | null) => (shown === null ? null : shapeOf(shown))

  const gone = (shown: ShownPrompt | null) =>
    Effect.fail(reject('EASKGONE', 'the agent asks something else now', { fields: { prompt: shapeOrNull(shown) } }))

  /** Presses a key while the prompt is the one that the user saw. */
  const pressed = (agent: PromptingAgent, digest: string, key: PaneKey) =>
    Effect.gen(function* () {
      const shown = yield* shownBy(agent)
      if (shown?.digest !== digest) return yield* gone(shown)
      if (!shown.prompt.isAnswerable) return yield* inTerminal
      const rows = shown.prompt.rows
      return (yield* typing.press(agent, key, { look: shown.look, rows })) ? shown : null
    }).pipe(Effect.repeat({ until: (shown) => shown !== null, times: 5 }))

  /** Waits for what the agent does with the number of an option; presses Enter if that only moved its cursor. */
  const chosen = (agent: PromptingAgent, { digest }: PromptAnswer, at: number, before: ShownPrompt) =>
    Effect.gen(function* () {
      const start = yield* Clock.currentTimeMillis
      const wasThere = before.prompt.cursor === at
      const isMoved = Effect.gen(function* () {
        const shown = yield* shownBy(agent)
        if (!isStill(shown, digest, before)) return { isTaken: true, shown }
        const waited = (yield* Clock.currentTimeMillis) - start
        const isThere = shown.prompt.cursor === at && waited >= (wasThere ? MOVES_MS : CHOOSES_MS)
        return { isTaken: false, isThere, shown }
      })
      const after = yield* polled(isMoved, ({ isTaken, isThere }) => isTaken || isThere === true, ACTS_MS)
      if (after.isTaken) return { isTaken: true, shown: after.shown, isKeySeen: false }
      if (after.isThere !== true || after.shown === null)
        return { isTaken: false, shown: after.shown, isKeySeen: false }
      yield* typing.press(agent, 'Enter', { look: after.shown.look, rows: after.shown.prompt.rows })
      const last = yield* polled(shownBy(agent), (shown) => !isStill(shown, digest, before), ACTS_MS)
      return { isTaken: !isStill(last, digest, before), shown: last, isKeySeen: true }
    })

  /** Types a text into the field that the number of an option has opened: in the list, or the input line. */
  const typed = (agent: PromptingAgent, at: number, text: string) =>
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
      return { isTaken: true, shown: yield* shownBy(agent), isKeySeen: true }
    })

  /** Returns the input line of an agent, and what it shows. `hidden`: a prompt stands in its place. Null: it shows neither. */
  const lineOf = (agent: PromptingAgent) =>
    Effect.map(typing.look(agent), (look) => {
      if (look === null) return null
      const { provider } = TOOLS[agent.tool]
      if (promptOn(look.screen, provider) !== null) return 'hidden' as const
      const line = inputLineOf(look.screen, provider)
      return line === null ? null : { ...line, look }
    })

  /**
   * Removes keys from the input line of an agent if nothing else stands there: they were meant for prompts that the user answered in
   * the terminal just before.
   * @param milliseconds in which they appear
   */
  const withoutStrays = (agent: PromptingAgent, keys: string, milliseconds: number) =>
    Effect.gen(function* () {
      const isSeen = (now: Effect.Effect.Success<ReturnType<typeof lineOf>>): boolean =>
        now === 'hidden' || (now !== null && now.text !== '')
      const first = yield* polled(lineOf(agent), isSeen, milliseconds)
      if (first === null || first === 'hidden') return 'hidden' as const
      for (const _key of keys) {
        const now = yield* lineOf(agent)
        if (now === null || now === 'hidden' || !hasOnly(now.text, keys)) break
        yield* typing.press(agent, 'BSpace', { look: now.look, rows: [now.row] })
        const isGone = (next: typeof now | 'hidden' | null): boolean =>
          next === null || next === 'hidden' || next.text !== now.text
        yield* polled(lineOf(agent), isGone, ACTS_MS)
      }
      return { removed: hasOnly(first.text, keys) ? first.text.length : 0 }
    })

  const agentOf = ({ id }: Lane, slot: number, visibility: Visibility) =>
    Effect.flatMap(agentIn(db, id, slot, visibility), (agent) =>
      agent === null ? Effect.fail(reject('ENOPANE', `no agent runs in slot ${slot}`)) : Effect.succeed(agent),
    )

  /**
   * Presses the option that the user chose, if the agent still shows what they saw.
   * @param record is run once the key was pressed
   */
  const press = <E, R>(
    agent: PromptingAgent,
    answer: PromptAnswer,
    record: (label: string) => Effect.Effect<unknown, E, R>,
  ) =>
    Effect.gen(function* () {
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
      yield* record(option.label)
      const done =
        answer.text !== undefined
          ? yield* typed(agent, at, answer.text)
          : isCheckbox(option.label) || option.takesText
            ? yield* Effect.map(
                polled(shownBy(agent), (now) => now?.digest !== answer.digest, ACTS_MS),
                (now) => ({ isTaken: now?.digest !== answer.digest, shown: now, isKeySeen: true }),
              )
            : yield* chosen(agent, answer, at, before)
      /** A key that may have come too late: the prompt is gone, and nothing says that the agent acted on it. */
      const unsure = done.isTaken && !done.isKeySeen ? key : null
      return { isTaken: done.isTaken, shown: done.shown, unsure }
    }).pipe(Effect.uninterruptible)

  return {
    shownBy,
    readsPrompts,
    shapeOrNull,
    press,
    withoutStrays,
    agentOf,

    /** Returns what the agent in a slot asks now; null if it asks nothing. */
    show: (lane: Lane, slot: unknown, visibility: Visibility) =>
      Effect.gen(function* () {
        const agent = yield* agentOf(lane, yield* readSlot(slot), visibility)
        return shapeOrNull(yield* shownBy(agent))
      }),
  }
}

export type PromptCommands = ReturnType<typeof promptCommands>
