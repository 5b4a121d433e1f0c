/**
 * Lines that are neither text nor calls: what the CLI reported to the agent or the user beside the conversation. A conversation
 * shows them as notes. For Claude Code the kinds that are shown are named here, for Codex those that are left out.
 */

/**
 * Lines of Claude Code that are shown as notes, besides its messages, system lines and attachments. Every other kind is
 * bookkeeping: each release adds some, with copies of prompts and requests.
 */
const NOTED_BY_CLAUDE: ReadonlySet<unknown> = new Set(['continued-in', 'pr-link', 'summary'])

/** Counts and settings that the header, the timeline or the events of a session show. */
const KEPT_BY_CODEX: ReadonlySet<unknown> = new Set([
  'session_meta',
  'turn_context',
  'token_usage_record',
  'world_state',
])

/** Events that repeat an item of the rollout, or report the progress of a call. */
const REPEATED_BY_CODEX =
  /^(token_count|user_message|agent_message|agent_reasoning\w*|agent_message_\w+|raw_response_item|plan_update|plan_delta|turn_diff|(task|turn|item|session|exec_command|patch_apply|mcp_tool_call|mcp_startup|web_search|image_generation|view_image|dynamic_tool_call|collab|hook|exec_approval|apply_patch_approval|request_user_input|thread_settings|thread_goal|list_skills|sub_agent)(_\w+)?|shutdown_complete|background_event|skills_update_available|thread_name_updated)$/

/** Items without readable content: the state of a repository, history that only the provider can decrypt. */
const SEALED_BY_CODEX: ReadonlySet<unknown> = new Set(['ghost_snapshot', 'compaction', 'context_compaction'])

export const isKind = (type: unknown): type is string => typeof type === 'string' && type !== ''

/** Whether the conversation shows a kind of line as a note. */
export const isClaudeNote = (type: unknown): boolean => NOTED_BY_CLAUDE.has(type)

export const isCodexNote = (kind: unknown, type: unknown): boolean => {
  if (KEPT_BY_CODEX.has(type)) return false
  if (kind === 'event_msg') return isKind(type) && !REPEATED_BY_CODEX.test(type)
  if (kind === 'response_item') return isKind(type) && !SEALED_BY_CODEX.has(type)
  return isKind(kind) && !KEPT_BY_CODEX.has(kind)
}
