import { type HookPayload, objectOf, textOf } from '../session/payload.js'
import { isText, plain, short } from '../text.js'
import { type Instant, MINUTE } from '../time.js'
import { listedCall } from '../tool.js'
import { type DetectRule, nodeIndex, type Template } from './template.js'

/** What a tool call says about the stage of the work. */
export interface ToolSignal {
  readonly tool: string
  /** The tool and its command, skill or subagent, in lower case. */
  readonly text: string
  /** The same as users see it, cut. */
  readonly shown: string
}

/** Until then, only a later node is accepted. */
const WINDOW = 30 * MINUTE
const MAX_SHOWN = 120
/** Characters of a command that rules are compared with. */
const MAX_COMPARED = 4096

const subjectOf = (input: HookPayload): string => {
  const named = [input.command, input.cmd, input.skill, input.subagent_type].find(
    (value) => isText(value) || Array.isArray(value),
  )
  if (Array.isArray(named)) return named.filter(isText).join(' ')
  return isText(named) ? named : ''
}

/** Returns the signal of a tool call; null if the hook names no tool. */
export const signalOf = (payload: HookPayload): ToolSignal | null => {
  const { tool } = listedCall(textOf(payload, 'tool_name'), payload.tool_input)
  if (tool === null) return null
  // An edit through a shell is an edit.
  const subject = tool === 'Edit' ? '' : subjectOf(objectOf(payload.tool_input)).slice(0, MAX_COMPARED)
  const text = plain((subject === '' ? tool : `${tool}: ${subject}`).replace(/\s+/g, ' ')).trim()
  return { tool: tool.toLowerCase(), text: text.toLowerCase(), shown: short(text, MAX_SHOWN) }
}

const meets = ({ tool, contains }: DetectRule, signal: ToolSignal): boolean =>
  (tool === null || tool.toLowerCase() === signal.tool) && signal.text.includes(contains)

/** Whether any node can be detected. */
export const hasRules = ({ nodes }: Template): boolean => nodes.some(({ detect }) => detect.length > 0)

/** What was detected last: the name of the node, and when. */
export interface Detected {
  readonly stage: string
  readonly at: Instant
}

/**
 * Returns the move that a signal means; null if it means none. The last node with a rule that the signal meets counts. Within 30
 * minutes after an accepted detection only later nodes are accepted, afterwards also earlier ones.
 */
export const detection = (template: Template, last: Detected | null, signal: ToolSignal, at: Instant) => {
  const from = nodeIndex(template, last?.stage ?? null)
  if (last !== null && at < last.at) return null
  const isOpen = last !== null && from !== -1 && at - last.at < WINDOW
  const to = template.nodes.findLastIndex(
    ({ detect }, index) => (!isOpen || index > from) && detect.some((rule) => meets(rule, signal)),
  )
  const node = template.nodes[to]
  if (node === undefined || to === from) return null
  const move = from === -1 ? ('start' as const) : to > from ? ('forward' as const) : ('back' as const)
  // A pass ends at the last node. Otherwise, a detected move back continues it.
  return { stage: node.id, move, newPass: from === template.nodes.length - 1 }
}
