import { replyFacts, SYNTHETIC } from './reply.js'
import { type ClaudeState, claudeStart } from './state.js'
import { systemFacts, syntheticError } from './system.js'
import { queuedFacts, resultFacts, userFacts } from './user.js'
import type { Fact } from '../facts.js'
import { amountOf, type Fields, fields, idOf, isFields, textOf } from '../../json.js'
import { factOf, lineId, NO_FACTS, type Origin, type Place, timeOf } from '../reducer.js'

export { claudeStart, type ClaudeState }

const PATH_MAX = 4096
const TITLE_MAX = 200

/**
 * Returns a context fact if the context changed. Lines of a subagent inside its parent's file are left out: they describe the
 * subagent.
 */
function contextFacts(state: ClaudeState, line: Fields, origin: Origin): readonly Fact[] {
  const known = state.context
  const said = idOf(fields(line['message'])['model'])
  const cwd = textOf(line['cwd'], PATH_MAX) ?? known.cwd
  const version = idOf(line['version']) ?? known.version
  const gitBranch = idOf(line['gitBranch']) ?? known.gitBranch
  const model = said === null || said === SYNTHETIC ? known.model : said
  const same = cwd === known.cwd && version === known.version && gitBranch === known.gitBranch && model === known.model
  if (same) return NO_FACTS
  state.context = { cwd, model, version, gitBranch }
  return [factOf('transcript-context-recorded', origin, 0, { ...state.context, parentSession: null })]
}

/** Returns a title fact. The CLI writes titles repeatedly and without a time, so only a change counts. */
function titleFacts(state: ClaudeState, title: unknown, by: 'user' | 'cli', origin: Origin): readonly Fact[] {
  const text = textOf(title, TITLE_MAX)
  if (text === null || text === state.titles[by]) return NO_FACTS
  state.titles[by] = text
  return [factOf('session-renamed-in-transcript', origin, by, { title: text, by })]
}

/**
 * Returns the facts of a subagent's line inside a `progress` line of its parent: all that is left of a subagent without a file.
 */
function embeddedFacts(state: ClaudeState, line: Fields, place: Place): readonly Fact[] {
  const data = fields(line['data'])
  const inner = fields(data['message'])
  const message = inner['message']
  if (!isFields(message)) return NO_FACTS
  // The prefix keeps it distinct from the same line in the subagent's own file.
  const id = `embedded ${lineId(inner, place)}`
  const origin: Origin = {
    at: timeOf(state, inner['timestamp'] ?? line['timestamp']),
    line: place.line,
    agent: idOf(data['agentId']) ?? place.agent,
    id,
  }
  if (inner['type'] === 'assistant' || isFields(message['usage'])) {
    const envelope = { requestId: inner['requestId'], embedded: true, sidechain: origin.agent === null }
    return replyFacts(state, message, origin, place.session, envelope)
  }
  return inner['type'] === 'user' ? resultFacts(inner, message, origin) : NO_FACTS
}

function continuedFacts(line: Fields, origin: Origin, { session }: Place): readonly Fact[] {
  const continuedIn = idOf(line['continuedInSessionId'])
  if (continuedIn === null || continuedIn === session) return NO_FACTS
  return [factOf('session-continued', origin, 0, { continuedIn })]
}

/** Returns the amount that the CLI writes when a process of the session ends. It is the total of all processes so far. */
function costFacts(line: Fields, origin: Origin): readonly Fact[] {
  const total = amountOf(line['totalCostUSD'])
  if (total === null) return NO_FACTS
  return [factOf('cost-reported', origin, 0, { total, complete: line['hasUnknownModelCost'] !== true })]
}

function ownFacts(state: ClaudeState, line: Fields, origin: Origin, place: Place): readonly Fact[] {
  switch (line['type']) {
    case 'user':
      return userFacts(state, line, origin)
    case 'system':
      return systemFacts(line, origin)
    case 'attachment': {
      const attachment = fields(line['attachment'])
      return attachment['type'] === 'queued_command' ? queuedFacts(line, attachment, origin) : NO_FACTS
    }
    case 'custom-title':
      return titleFacts(state, line['customTitle'], 'user', origin)
    case 'agent-name':
      return titleFacts(state, line['agentName'], 'user', origin)
    case 'ai-title':
      return titleFacts(state, line['aiTitle'], 'cli', origin)
    case 'continued-in':
      return continuedFacts(line, origin, place)
    case 'cost-state':
      return costFacts(line, origin)
    case 'progress':
      return fields(line['data'])['type'] === 'agent_progress' ? embeddedFacts(state, line, place) : NO_FACTS
    default:
      return NO_FACTS
  }
}

/**
 * Returns the reply facts of a line. Usage counts on any line whose message has it, whatever the line's type: old and third-party
 * writers vary it.
 */
function messageFacts(
  state: ClaudeState,
  line: Fields,
  origin: Origin,
  sidechain: boolean,
  { session }: Place,
): readonly Fact[] {
  const message = line['message']
  if (line['type'] === 'progress' || !isFields(message)) return NO_FACTS
  if (line['type'] !== 'assistant' && !isFields(message['usage'])) return NO_FACTS
  const envelope = { requestId: line['requestId'], embedded: false, sidechain }
  const reply = replyFacts(state, message, origin, session, envelope)
  return line['isApiErrorMessage'] === true ? [syntheticError(line, message, origin), ...reply] : reply
}

/**
 * Whether a line was copied from the session that this one is a fork of. In interactive mode the CLI names the session that made
 * a line. In print mode the file starts with the time of its first prompt, and then has the older lines of the original.
 */
function isCopied(state: ClaudeState, line: Fields, at: number, { session, agent }: Place): boolean {
  const maker = line['session_id']
  if (maker !== line['sessionId'] && typeof maker === 'string' && maker !== '') return maker !== session
  if (agent !== null) return false
  if (line['type'] === 'queue-operation' && state.context.cwd === null) state.startedAt ??= at
  return state.startedAt !== null && at < state.startedAt
}

/** Returns the facts of one line of a Claude Code transcript and updates `state`. Accepts every JSON value. */
export function claudeStep(state: ClaudeState, value: unknown, place: Place): readonly Fact[] {
  if (!isFields(value)) return NO_FACTS
  const at = timeOf(state, value['timestamp'])
  const agent = idOf(value['agentId']) ?? place.agent
  const id = lineId(value, place)
  const origin: Origin = isCopied(state, value, at, place)
    ? { at, line: place.line, agent, id, copied: true }
    : { at, line: place.line, agent, id }
  const sidechain = value['isSidechain'] === true && agent === null

  const context = agent === place.agent && !sidechain ? contextFacts(state, value, origin) : NO_FACTS
  const own = ownFacts(state, value, origin, place)
  const said = messageFacts(state, value, origin, sidechain, place)
  return context === NO_FACTS && own === NO_FACTS ? said : [...context, ...own, ...said]
}
