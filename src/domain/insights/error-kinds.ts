import { isShell } from './command-name.js'

/** What went wrong, as Insights groups errors. */
export const ERROR_KINDS = [
  'command_failed',
  'edit_mismatch',
  'rate_limited',
  'permission_denied',
  'mcp_error',
  'context_limit',
  'tool_failed',
  'provider_error',
] as const
export type ErrorKind = (typeof ERROR_KINDS)[number]

const EDITS = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit'])
const DENIED = /permission|denied|doesn't want to proceed|rejected by (?:the )?user|not allowed|user declined/i
const DECLINED = /doesn't want to proceed|permission to use|user declined/i
const MISMATCH =
  /string to replace|not found in file|no match|did not match|has not been read|modified since|failed to find/i
const LIMITED =
  /\b429\b|rate.?limit|usage limit|limit reached|hit your (?:[\w-]+ )?limit|overloaded|\b529\b|too many requests/i
const TOO_LONG = /prompt is too long|context (?:window|length|limit)|too many tokens|maximum context/i

/** Returns the kind of a failed tool call. */
export const kindOfCall = (tool: string, error: string | null): ErrorKind => {
  const text = error ?? ''
  // The output of a command may contain the same words.
  if (isShell(tool)) return DECLINED.test(text) ? 'permission_denied' : 'command_failed'
  if (DENIED.test(text)) return 'permission_denied'
  if (EDITS.has(tool) && MISMATCH.test(text)) return 'edit_mismatch'
  return tool.startsWith('mcp__') ? 'mcp_error' : 'tool_failed'
}

/** Returns the kind of a failed request or turn. */
export const kindOfRequest = (summary: string): ErrorKind => {
  if (LIMITED.test(summary)) return 'rate_limited'
  return TOO_LONG.test(summary) ? 'context_limit' : 'provider_error'
}
