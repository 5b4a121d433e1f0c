import { type Fields, listOf } from '../json.js'

/** Attachments that a reader wants to see: files, plans, what hooks answered, the state of tasks and goals. */
const SHOWN: ReadonlySet<unknown> = new Set([
  'already_read_file',
  'async_hook_response',
  'at_mention_reference',
  'compact_file_reference',
  'diagnostics',
  'directory',
  'edited_image_file',
  'edited_text_file',
  'file',
  'goal_status',
  'hook_blocking_error',
  'hook_cancelled',
  'hook_error_during_execution',
  'hook_non_blocking_error',
  'hook_permission_decision',
  'hook_stopped_continuation',
  'hook_system_message',
  'invoked_skills',
  'max_turns_reached',
  'mcp_resource',
  'nested_memory',
  'pdf_reference',
  'plan_file_reference',
  'plan_mode_exit',
  'plan_mode_reentry',
  'relevant_memories',
  'selected_lines_in_ide',
  'structured_output',
  'task_status',
  'teammate_mailbox',
])

const hasText = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : listOf(value).some(hasText)

/**
 * Whether the conversation shows an attachment. Most are context for the model, and several are repeated with every request, so
 * kinds that are newer than this release are left out.
 */
export function isShownAttachment(attachment: Fields): boolean {
  switch (attachment['type']) {
    // The CLI also repeats the list when it is empty.
    case 'todo':
    case 'todo_reminder':
    case 'task_reminder':
      return listOf(attachment['content']).length > 0
    // Repeated in a short form while the mode lasts.
    case 'plan_mode':
      return attachment['reminderType'] !== 'sparse'
    case 'hook_success':
    case 'hook_additional_context':
      return hasText(attachment['content']) || hasText(attachment['stdout'])
    default:
      return SHOWN.has(attachment['type'])
  }
}

/** Whether a summary of Stop hooks says more than that they ran: an error, an output, or why the agent must continue. */
export const isNotableHookSummary = (line: Fields): boolean =>
  listOf(line['hookErrors']).length > 0 ||
  line['preventedContinuation'] === true ||
  line['hasOutput'] === true ||
  hasText(line['stopReason'])
