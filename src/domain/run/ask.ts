import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import { short } from '../text.js'
import type { Prompt } from './prompt.js'
import type { LiveRun } from './run.js'

/**
 * What became of an ask. `taken`: answered through the service. `elsewhere`: in the terminal. `failed`: an option was pressed, and
 * the agent showed it still, so that it is asked again. `ended`: its agent ended.
 */
export const ASK_OUTCOMES = ['taken', 'elsewhere', 'failed', 'ended'] as const
export type AskOutcome = (typeof ASK_OUTCOMES)[number]

/** `open`: the agent waits. `sent`: the key of an option was pressed, and the agent still shows the ask. Then its outcome. */
export const ASK_STATES = ['open', 'sent', ...ASK_OUTCOMES] as const
export type AskState = (typeof ASK_STATES)[number]

/** One option of an ask, in the words of the agent. */
export interface AskOption {
  /** The key that presses it; null if none does. */
  readonly key: string | null
  readonly label: string
  readonly detail: string
  /** Whether it holds for more than this one time, such as a rule that is stored. */
  readonly lasting: boolean
  /** Whether it opens a field for text. */
  readonly text: boolean
}

/** What an agent asks, as its pane shows it. */
export interface ShownAsk {
  /** Identifies what is asked. The same command asked again has the same. */
  readonly digest: string
  readonly kind: Prompt['kind']
  readonly text: string
  readonly options: readonly AskOption[]
  /** False: it is answered in the terminal. */
  readonly answerable: boolean
  /** The last lines of the pane if it is not answerable. */
  readonly screen: readonly string[]
}

interface OpenAsk extends Pick<ShownAsk, 'digest' | 'answerable' | 'options' | 'text'> {
  readonly ask: string
  readonly run: string
  readonly isSent: boolean
}

/** The asks of a lane as its commands know them. */
export interface KnownAsks {
  /** Undefined if the lane does not exist. */
  readonly lane: number | undefined
  readonly live: readonly (LiveRun & { readonly session: string | null })[]
  readonly open: readonly OpenAsk[]
}

const MOST_TEXT = 16_000
const MOST_LINE = 2000
const MOST_OPTIONS = 30

const limited = ({ text, options, screen, ...ask }: ShownAsk): ShownAsk => ({
  ...ask,
  text: text.slice(0, MOST_TEXT),
  options: options.slice(0, MOST_OPTIONS).map(({ label, detail, ...option }) => ({
    ...option,
    label: short(label, MOST_LINE),
    detail: short(detail, MOST_LINE),
  })),
  screen: screen.map((line) => line.slice(0, MOST_LINE)),
})

const unbroken = (text: string): string => text.replace(/\s+/g, '')
const optionsOf = ({ options }: Pick<ShownAsk, 'options'>): string =>
  JSON.stringify(options.map(({ key, label, detail }) => [key, unbroken(label + detail)]))

/** Whether a pane that became too small shows the end of what is known to be asked, with options that cannot be read for certain. */
const isPartOf = (shown: ShownAsk | null, known: OpenAsk | undefined): boolean => {
  if (shown === null || known === undefined || shown.answerable) return false
  const hasOptions = shown.options.length === 0 || optionsOf(shown) === optionsOf(known)
  return hasOptions && unbroken(known.text).endsWith(unbroken(shown.text))
}

interface SeeAsk {
  readonly run: string
  /** The id of the ask, if it is a new one. */
  readonly ask: string
  /** What the pane shows; null for nothing that asks. */
  readonly shown: ShownAsk | null
}

/** Records what an agent asks, if it is something else than before, or an answer to it had no effect. No answer is being given now. */
const see = ({ lane, live, open }: KnownAsks, { run, ask, shown }: SeeAsk) => {
  const asking = live.find((one) => one.run === run)
  const known = open.find((one) => one.run === run)
  const isSame = (known?.digest === shown?.digest && known?.answerable === shown?.answerable) || isPartOf(shown, known)
  if (lane === undefined || asking === undefined || (isSame && known?.isSent !== true)) return accept()
  const { slot, session } = asking
  const outcome = known?.isSent !== true ? ('elsewhere' as const) : isSame ? ('failed' as const) : ('taken' as const)
  const closed = known === undefined ? [] : [{ type: 'ask-closed' as const, data: { lane, ask: known.ask, outcome } }]
  const opened =
    shown === null ? [] : [{ type: 'ask-opened' as const, data: { lane, run, slot, session, ask, ...limited(shown) } }]
  return accept(...closed, ...opened)
}

interface LateAnswers {
  readonly run: string
  readonly asks: readonly string[]
}

/** Records that answers came too late: the user had answered in the terminal just before. They may have seemed to be taken. */
const late = ({ lane, live }: KnownAsks, { run, asks }: LateAnswers) => {
  const closed = (of: number) =>
    asks.map((ask) => ({ type: 'ask-closed' as const, data: { lane: of, ask, outcome: 'elsewhere' as const } }))
  return accept(...(lane === undefined || !live.some((one) => one.run === run) ? [] : closed(lane)))
}

interface AnswerAsk {
  readonly ask: string
  readonly option: string
  readonly label: string
  readonly hasText: boolean
  /** Of the client, so that it can send an answer again without answering twice. */
  readonly nonce: string | null
}

/** Records that the option of an ask was pressed for a user, once. */
const answer = ({ lane, open }: KnownAsks, { ask, option, label, hasText, nonce }: AnswerAsk) => {
  const known = open.find((one) => one.ask === ask)
  if (lane === undefined || known === undefined)
    return refuse(reject('EASKGONE', 'the agent does not ask this any more'))
  if (known.isSent) return refuse(reject('EASKGONE', 'this was answered already'))
  return accept({
    type: 'ask-answered' as const,
    data: { lane, ask, option, label: short(label, MOST_LINE), hasText, nonce },
  })
}

export const decideAsks = { see, late, answer }
