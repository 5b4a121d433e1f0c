import { replyFacts, SYNTHETIC } from './claude-reply.js'
import { type ClaudeState, claudeStart } from './claude-state.js'
import { systemFacts, syntheticError } from './claude-system.js'
import { queuedFacts, resultFacts, userFacts } from './claude-user.js'
import type { Fact } from './facts.js'
import { type Fields, fields, idOf, isFields, textOf } from './json.js'
import { factOf, lineId, type Origin, type Place, timeOf } from './reducer.js'

export { claudeStart, type ClaudeState }

const PATH_MAX = 4096
const TITLE_MAX = 200

/** Where the session runs. Lines of a subagent inside its parent's file speak for the subagent, so they are left out. */
function contextFacts(state: ClaudeState, line: Fields, origin: Origin): Fact[] {
  const known = state.context
  const said = idOf(fields(line['message'])['model'])
  const cwd = textOf(line['cwd'], PATH_MAX) ?? known.cwd
  const version = idOf(line['version']) ?? known.version
  const gitBranch = idOf(line['gitBranch']) ?? known.gitBranch
  const model = said === null || said === SYNTHETIC ? known.model : said
  const same = cwd === known.cwd && version === known.version && gitBranch === known.gitBranch && model === known.model
  if (same) return []
  state.context = { cwd, model, version, gitBranch }
  return [factOf('transcript-context-recorded', origin, 0, { ...state.context, parentSession: null })]
}

/** Titles have no time and are written again by the CLI now and then: only a change tells something. */
function titleFacts(state: ClaudeState, title: unknown, by: 'user' | 'cli', origin: Origin): Fact[] {
  const text = textOf(title, TITLE_MAX)
  if (text === null || text === state.titles[by]) return []
  state.titles[by] = text
  return [factOf('session-renamed-in-transcript', origin, by, { title: text, by })]
}

/** A subagent's own line inside a `progress` line of its parent: what is left of it when it has no file. */
function embeddedFacts(state: ClaudeState, line: Fields, place: Place): Fact[] {
  const data = fields(line['data'])
  const inner = fields(data['message'])
  const message = inner['message']
  if (!isFields(message)) return []
  // Marked, so that it is no repeat of the same line in the subagent's own file.
  const id = `embedded ${lineId(inner, place)}`
  const origin: Origin = {
    at: timeOf(state, inner['timestamp'] ?? line['timestamp']),
    line: place.line,
    agent: idOf(data['agentId']) ?? place.agent,
    id,
  }
  if (inner['type'] === 'assistant' || isFields(message['usage'])) {
    const reply = { ...place, requestId: inner['requestId'], embedded: true, sidechain: origin.agent === null }
    return replyFacts(state, message, origin, reply)
  }
  return inner['type'] === 'user' ? resultFacts(inner, message, origin) : []
}

function ownFacts(state: ClaudeState, line: Fields, origin: Origin, place: Place): Fact[] {
  switch (line['type']) {
    case 'user':
      return userFacts(state, line, origin)
    case 'system':
      return systemFacts(line, origin)
    case 'attachment': {
      const attachment = fields(line['attachment'])
      return attachment['type'] === 'queued_command' ? queuedFacts(line, attachment, origin) : []
    }
    case 'custom-title':
      return titleFacts(state, line['customTitle'], 'user', origin)
    case 'agent-name':
      return titleFacts(state, line['agentName'], 'user', origin)
    case 'ai-title':
      return titleFacts(state, line['aiTitle'], 'cli', origin)
    case 'progress':
      return fields(line['data'])['type'] === 'agent_progress' ? embeddedFacts(state, line, place) : []
    default:
      return []
  }
}

/**
 * What one line of a Claude Code transcript tells. Updates `state`; total over every JSON value.
 * Usage counts on any line whose message carries it, whatever the line's type: old and foreign writers vary it.
 */
export function claudeStep(state: ClaudeState, value: unknown, place: Place): Fact[] {
  if (!isFields(value)) return []
  const at = timeOf(state, value['timestamp'])
  const agent = idOf(value['agentId']) ?? place.agent
  const origin: Origin = { at, line: place.line, agent, id: lineId(value, place) }
  const sidechain = value['isSidechain'] === true && agent === null

  const context = agent === place.agent && !sidechain ? contextFacts(state, value, origin) : []
  const own = ownFacts(state, value, origin, place)
  const message = value['message']
  if (value['type'] === 'progress' || !isFields(message)) return context.length === 0 ? own : [...context, ...own]
  if (value['type'] !== 'assistant' && !isFields(message['usage'])) return [...context, ...own]

  const reply = { ...place, requestId: value['requestId'], embedded: false, sidechain }
  return [...context, ...own, ...syntheticError(value, message, origin), ...replyFacts(state, message, origin, reply)]
}
