import type { CodexContext, CodexState } from './state.js'
import type { Fact, ThreadKind } from '../facts.js'
import { type Fields, fields, idOf, isFields, textOf } from '../../json.js'
import { factOf, type Origin } from '../reducer.js'
import { replayOf } from './replay.js'

const PATH_MAX = 4096

function changed(state: CodexState, next: CodexContext, origin: Origin): Fact[] {
  const known = state.context
  const same =
    next.cwd === known.cwd &&
    next.model === known.model &&
    next.version === known.version &&
    next.gitBranch === known.gitBranch &&
    next.parentSession === known.parentSession &&
    next.thread === known.thread
  if (same) return []
  state.context = next
  return [factOf('transcript-context-recorded', origin, next.thread ?? 0, next)]
}

/** Returns the thread that spawned a subagent thread; null for any other. */
function spawnerOf(meta: Fields): string | null {
  const spawned = fields(fields(fields(meta['source'])['subagent'])['thread_spawn'])
  return idOf(meta['parent_thread_id']) ?? idOf(spawned['parent_thread_id'])
}

/** Returns what kind of thread the head of a rollout describes. Words for internal threads differ between releases. */
function threadIn(meta: Fields): { readonly thread?: ThreadKind } {
  const source = fields(meta['source'])
  if (isFields(fields(source['subagent'])['thread_spawn'])) return { thread: 'subagent' }
  if (source['subagent'] != null || source['internal'] != null) return { thread: 'internal' }
  return meta['thread_source'] === 'subagent' ? { thread: 'subagent' } : {}
}

const IMPORTED_TURN = 'external-import-turn-'

/**
 * Returns the fact that a rollout is a copy of another agent's session, by the id of a turn, or that the user continues such a
 * copy.
 */
export function turnFacts(state: CodexState, turn: unknown, origin: Origin): Fact[] {
  if (typeof turn !== 'string') return []
  const thread = turn.startsWith(IMPORTED_TURN) ? 'import' : state.context.thread === 'import' ? 'user' : null
  return thread === null ? [] : changed(state, { ...state.context, thread }, origin)
}

/** Returns the facts of the head of a rollout. A fork may contain its parent's head after its own; that one is ignored. */
export function metaFacts(state: CodexState, meta: Fields, origin: Origin): Fact[] {
  if (state.introduced) return []
  state.introduced = true
  state.startedByExec = meta['originator'] === 'codex_exec'
  state.thread = idOf(meta['id'])
  const forked = idOf(meta['forked_from_id'])
  const parentSession = spawnerOf(meta) ?? forked
  // A continued thread repeats its own earlier file, not its parent's.
  if (state.replay === null && parentSession !== null)
    state.replay = replayOf(forked ?? parentSession, origin.at, {
      over: isFields(meta['history_base']),
      spawned: forked === null,
    })
  const cwd = textOf(meta['cwd'], PATH_MAX)
  const gitBranch = idOf(fields(meta['git'])['branch'])
  const version = idOf(meta['cli_version'])
  return changed(state, { ...state.context, cwd, version, gitBranch, parentSession, ...threadIn(meta) }, origin)
}

/** Returns the facts of a turn's settings. Its model applies to the token counts that follow. */
export function turnContextFacts(state: CodexState, turn: Fields, origin: Origin): Fact[] {
  const cwd = textOf(turn['cwd'], PATH_MAX) ?? state.context.cwd
  const model = idOf(turn['model']) ?? state.context.model
  return changed(state, { ...state.context, cwd, model }, origin)
}

/** Applies settings that changed between turns. Both paid service tiers are Codex's fast mode. */
export function applySettings(state: CodexState, settings: Fields): void {
  if (!('service_tier' in settings)) return
  const tier = settings['service_tier']
  state.speed = tier === 'fast' || tier === 'priority' ? 'fast' : 'standard'
  state.tier = tier === 'priority' ? 'priority' : 'standard'
}
