import * as Effect from 'effect/Effect'
import * as Option from 'effect/Option'
import { SYSTEM } from '../../domain/access/author.js'
import type { Caller } from '../../domain/access/caller.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { reject } from '../../domain/rejection.js'
import { type AnswerInput, type PromptAnswer, readAnswer, readSlot } from '../../domain/run/answer.js'
import type { ShownAsk } from '../../domain/run/ask.js'
import { lastLines } from '../../domain/run/screen.js'
import { agentsAsking, type AskShape, askById, nonceOfAsk, openAsks } from '../../projections/queries/asks.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import type { Serial } from '../kernel/serial.js'
import type { Clock } from '../ports/clock.js'
import { Panes } from '../ports/panes.js'
import { laneAsks } from './decider.js'
import type { PromptCommands, PromptingAgent, ShownPrompt } from './prompts.js'
import { liveRuns } from '../../projections/queries/runs.js'

interface AskParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly clock: Clock
  readonly serial: Serial
  readonly prompts: PromptCommands
  readonly newId: () => string
}

export interface AskAnswer extends AnswerInput {
  /** Of the client: an answer that is sent again is not given again. */
  readonly nonce?: unknown
}

/** Answers to an agent. `ask`: null if it was not recorded. */
interface Unsure {
  readonly agent: PromptingAgent
  readonly answers: readonly { readonly ask: string | null; readonly key: string }[]
}

/** Milliseconds that the CLI gets to say that it waits, after its screen shows what it asks. */
const AGREES_MS = 1500

/** Milliseconds for which Claude Code ignores all keys after it shows something new, so that nobody answers it by accident. */
const SETTLES_MS = 300

/** Milliseconds within which a key that came too late appears on the input line. */
const STRAYS_MS = 300

/** Milliseconds between two looks at an agent that need not ask anything: events of others come more often. */
const OFFER_LOOK_MS = 1000

const askOf = ({ prompt, digest, look }: ShownPrompt): ShownAsk => ({
  digest,
  kind: prompt.kind,
  text: prompt.text,
  options: prompt.options.map(({ number, label, description, lasting, takesText }) => ({
    key: number,
    label,
    detail: description,
    lasting,
    text: takesText,
  })),
  answerable: prompt.isAnswerable,
  screen: prompt.isAnswerable ? [] : lastLines(look.screen),
})

const elsewhere = Effect.fail(reject('EASKGONE', 'the user answered this in the terminal just before'))

const hidden = Effect.fail(
  reject('ENOTREADY', 'its pane is too small to show this as a whole: answer it in the terminal'),
)

/** Returns the commands about what agents in lanes ask: each ask is recorded, and one answer to it wins. */
export const askCommands = ({ run, db, clock, serial, prompts, newId }: AskParts) => {
  /** What the screens of agents show that cannot be answered yet, since when. */
  const early = new Map<string, { readonly digest: string; readonly since: number }>()

  /** Answers of which it is not known whether their keys came too late, by run, the oldest first. */
  const unsure = new Map<string, Unsure>()

  /**
   * Removes keys that came too late from the input line, unless another prompt hides it, and records which answers they were. Returns
   * whether all of them came too late.
   */
  const settle = ({ agent, answers }: Unsure, milliseconds: number) =>
    Effect.gen(function* () {
      const keys = answers.map(({ key }) => key).join('')
      const strays = yield* prompts.withoutStrays(agent, keys, milliseconds)
      if (strays === 'hidden') return false
      unsure.delete(agent.run)
      // With fewer keys than answers, it is not known which of them came too late.
      if (strays.removed !== answers.length) return false
      const asks = answers.flatMap(({ ask }) => ask ?? [])
      yield* run(laneAsks, { lane: agent.lane }, 'late', { run: agent.run, asks }, SYSTEM)
      return true
    })

  /** When agents whose turn has just ended were looked at, by run. */
  let looked: ReadonlyMap<string, number> = new Map()

  const settleAll = Effect.gen(function* () {
    for (const one of unsure.values()) {
      const { lane, run: id } = one.agent
      const isLive = liveRuns(db, systemVisibility, lane).some((live) => live.run === id)
      if (isLive) yield* serial.holdIfFree({ kind: 'lane', name: String(lane) }, settle(one, 0))
      else unsure.delete(id)
    }
  })

  const record = (agent: PromptingAgent, shown: ShownPrompt | null) =>
    run(
      laneAsks,
      { lane: agent.lane },
      'see',
      { run: agent.run, ask: `ask_${newId()}`, shown: shown === null ? null : askOf(shown) },
      SYSTEM,
    )

  /** Whether it is too early to say that an ask can only be answered in the terminal: the CLI says later than it shows that it waits. */
  const isEarly = (agent: PromptingAgent, shown: ShownPrompt | null): boolean => {
    if (shown === null || shown.prompt.isAnswerable || shown.prompt.options.length === 0) {
      early.delete(agent.run)
      return false
    }
    const known = early.get(agent.run)
    if (known?.digest !== shown.digest) early.set(agent.run, { digest: shown.digest, since: clock.now() })
    return clock.now() - (early.get(agent.run)?.since ?? 0) < AGREES_MS
  }

  /**
   * Compares what one agent shows with what is recorded. Returns whether to look again soon.
   * @param waits whether its session waits for an answer
   */
  const look = (agent: PromptingAgent, waits: boolean) =>
    Effect.gen(function* () {
      const shown = yield* prompts.shownBy(agent)
      if (isEarly(agent, shown)) return true
      // A screen that cannot be read, such as one that was made smaller, does not mean that the user has answered.
      const isKnown = openAsks(db, systemVisibility, agent.lane).some(({ run_id: other }) => other === agent.run)
      if (shown === null && waits && isKnown && !(yield* prompts.readsPrompts(agent))) return false
      yield* record(agent, shown)
      // Its session waits, and its screen does not say for what: the dialog may be about to appear.
      return waits && shown === null
    })

  const held = <A, E, R>(lane: number, work: Effect.Effect<A, E, R>) =>
    serial.hold({ kind: 'lane', name: String(lane) }, work)

  /** Presses an option, and records that and what the agent shows then. */
  const give = (
    agent: PromptingAgent,
    answer: PromptAnswer,
    open: AskShape | undefined,
    nonce: string | null,
    { author }: Caller,
  ) =>
    Effect.gen(function* () {
      const pressed = (label: string) =>
        open === undefined
          ? Effect.void
          : run(
              laneAsks,
              { lane: agent.lane },
              'answer',
              { ask: open.id, option: answer.option, label, hasText: answer.text !== undefined, nonce },
              author,
            )
      const since = open === undefined ? clock.now() : Date.parse(open.at)
      yield* Effect.sleep(Math.max(0, since + SETTLES_MS - clock.now()))
      const { isTaken, shown, unsure: key } = yield* prompts.press(agent, answer, pressed)
      if (key !== null) {
        const earlier = unsure.get(agent.run)?.answers ?? []
        const one = { agent, answers: [...earlier, { ask: open?.id ?? null, key }] }
        unsure.set(agent.run, one)
        if (yield* settle(one, STRAYS_MS)) return yield* elsewhere
      }
      yield* record(agent, shown)
      return { taken: isTaken, prompt: prompts.shapeOrNull(shown) }
    }).pipe(Effect.uninterruptible)

  const openIn = (lane: number, runId: string, digest: string): AskShape | undefined =>
    openAsks(db, systemVisibility, lane).find((one) => one.run_id === runId && one.digest === digest)

  const gone = (now: AskShape) => {
    const words =
      now.answer === null ? 'the agent does not ask this any more' : `this was answered already: ${now.answer.label}`
    const next = openAsks(db, systemVisibility, now.lane_id).find(({ run_id: other }) => other === now.run_id) ?? null
    return Effect.fail(reject('EASKGONE', words, { fields: { ask: now, next } }))
  }

  return {
    /** Records what agents ask and no longer ask. Returns whether an agent waits for something that its screen does not show yet. */
    watched: Effect.gen(function* () {
      yield* settleAll
      const now = clock.now()
      const isDue = ({
        run: id,
        waits,
        asks,
      }: {
        readonly run: string
        readonly waits: boolean
        readonly asks: boolean
      }) => waits || asks || now - (looked.get(id) ?? 0) >= OFFER_LOOK_MS
      const all = agentsAsking(db, systemVisibility, now)
      const asking = all.filter(isDue)
      looked = new Map(all.map((agent) => [agent.run, isDue(agent) ? now : (looked.get(agent.run) ?? 0)]))
      if (asking.length === 0) return false
      const panes = yield* (yield* Panes).list
      let isPending = false
      for (const { run: id, lane, waits } of asking) {
        const pane = panes.find((one) => one.run === id && one.end === null)
        const live = liveRuns(db, systemVisibility, lane).find((one) => one.run === id)
        if (pane === undefined || live === undefined || live.tool === null || live.status !== 'running') continue
        // An answer that is being given records what it sees itself.
        const again = yield* serial.holdIfFree(
          { kind: 'lane', name: String(lane) },
          look({ ...live, tool: live.tool, pid: pane.pid }, waits),
        )
        isPending ||= Option.getOrElse(again, () => true)
      }
      return isPending
    }),

    /** Answers what the agent in a slot asks now. */
    answerSlot: (
      lane: Pick<LaneShape, 'id'>,
      { slot, ...input }: AnswerInput & { readonly slot?: unknown },
      caller: Caller,
    ) =>
      Effect.gen(function* () {
        const place = yield* readSlot(slot)
        const answer = yield* readAnswer(input)
        return yield* held(
          lane.id,
          Effect.gen(function* () {
            const agent = yield* prompts.agentOf(lane, place, caller.writes)
            return yield* give(agent, answer, openIn(lane.id, agent.run, answer.digest), null, caller)
          }),
        )
      }),

    /** Answers an ask, unless somebody has or the agent asks something else: the first answer wins. */
    answer: ({ id, lane_id: lane, slot, run_id: runId }: AskShape, input: AskAnswer, caller: Caller) =>
      Effect.gen(function* () {
        const answer = yield* readAnswer(input)
        const nonce = typeof input.nonce === 'string' && input.nonce !== '' ? input.nonce.slice(0, 100) : null
        return yield* held(
          lane,
          Effect.gen(function* () {
            const now = askById(db, caller.writes, id)
            if (now === undefined) return yield* Effect.fail(reject('ENOTFOUND', 'ask not found'))
            const isAgain = nonce !== null && now.answer !== null && nonceOfAsk(db, systemVisibility, id) === nonce
            if (isAgain) return { ask: now, taken: now.state === 'taken' }
            if (now.state !== 'open' || now.digest !== answer.digest) return yield* gone(now)
            const agent = yield* prompts.agentOf({ id: lane }, slot, caller.writes)
            if (agent.run !== runId) return yield* gone(now)
            const { taken } = yield* give(agent, answer, now, nonce, caller).pipe(
              Effect.catchIf(
                (error) => 'code' in error && error.code === 'EASKGONE',
                () =>
                  Effect.gen(function* () {
                    yield* record(agent, yield* prompts.shownBy(agent))
                    const left = askById(db, caller.writes, id) ?? now
                    return yield* left.state === 'open' ? hidden : gone(left)
                  }),
              ),
            )
            return { ask: askById(db, caller.writes, id) ?? now, taken }
          }),
        )
      }),
  }
}

export type AskCommands = ReturnType<typeof askCommands>
