import { describe, expect, it } from 'vitest'
import { kindOfCall, kindOfRequest } from '../../../../src/domain/insights/error-kinds.js'

describe('the kind of an error', () => {
  it.each([
    ['Bash', 'exit code 1', 'command_failed'],
    ['Bash', 'cat: /root: Permission denied', 'command_failed'],
    ['Bash', "The user doesn't want to proceed with this tool use.", 'permission_denied'],
    ['Edit', 'String to replace not found in file.', 'edit_mismatch'],
    ['Edit', 'Permission to use Edit has been denied.', 'permission_denied'],
    ['Write', 'File has been modified since read', 'edit_mismatch'],
    ['mcp__postgres__query', 'timeout', 'mcp_error'],
    ['WebFetch', null, 'tool_failed'],
  ] as const)('of a call of %s that says %j is %s', (tool, error, kind) => expect(kindOfCall(tool, error)).toBe(kind))

  it.each([
    ['429 Too Many Requests', 'rate_limited'],
    ['5-hour limit reached', 'rate_limited'],
    ["You've hit your session limit", 'rate_limited'],
    ['Prompt is too long', 'context_limit'],
    ['500 Internal server error', 'provider_error'],
  ] as const)('of a request that says %j is %s', (summary, kind) => expect(kindOfRequest(summary)).toBe(kind))
})
