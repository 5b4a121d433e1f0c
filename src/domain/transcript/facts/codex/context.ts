import type { CodexContext, CodexState } from './state.js'
import type { Fact } from '../facts.js'
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
    next.parentSession === known.parentSession
  if (same) return []
  state.context = next
  return [factOf('transcript-context-recorded', origin, 0, next)]
}

/** Returns the session that a rollout continues: a fork names its origin, a subagent thread the thread that spawned it. */
function parentOf(meta: Fields): string | null {
  const spawned = fields(fields(fields(meta['source'])['subagent'])['thread_spawn'])
  return idOf(meta['forked_from_id']) ?? idOf(spawned['parent_thread_id'])
}

/** Returns the facts of the head of a rollout. A fork may contain its parent's head after its own; that one is ignored. */
export function metaFacts(state: CodexState, meta: Fields, origin: Origin): Fact[] {
  if (state.introduced) return []
  state.introduced = true
  state.startedByExec = meta['originator'] === 'codex_exec'
  state.thread = idOf(meta['id'])
  const parentSession = parentOf(meta)
  // A continued thread repeats its own earlier file, not its parent's.
  if (state.replay === null && parentSession !== null)
    state.replay = replayOf(parentSession, origin.at, {
      over: isFields(meta['history_base']),
      spawned: idOf(meta['forked_from_id']) === null,
    })
  const cwd = textOf(meta['cwd'], PATH_MAX)
  const gitBranch = idOf(fields(meta['git'])['branch'])
  return changed(state, { ...state.context, cwd, version: idOf(meta['cli_version']), gitBranch, parentSession }, origin)
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
