import { forwarderCommand, isForwarderCommand } from './forwarder.js'
import type { HookPlan } from './hooks-file.js'

/**
 * The events we subscribe to, and whether their hooks run in the background (`aside`). Claude Code kills background hooks when
 * it exits, so the last three must run in the foreground; all others cost the agent nothing. Left out on purpose: events that
 * repeat others (PostToolBatch), fire for each displayed message (MessageDisplay), or replace the CLI's own behaviour when a
 * hook exists (WorktreeCreate).
 */
const events: readonly { readonly event: string; readonly matcher: string | null; readonly aside: boolean }[] = [
  { event: 'SessionStart', matcher: null, aside: true },
  { event: 'UserPromptSubmit', matcher: null, aside: true },
  { event: 'PreToolUse', matcher: '*', aside: true },
  { event: 'PostToolUse', matcher: '*', aside: true },
  { event: 'PostToolUseFailure', matcher: '*', aside: true },
  { event: 'PermissionRequest', matcher: '*', aside: true },
  { event: 'Elicitation', matcher: '*', aside: true },
  { event: 'ElicitationResult', matcher: '*', aside: true },
  { event: 'Notification', matcher: '*', aside: true },
  { event: 'SubagentStart', matcher: '*', aside: true },
  { event: 'SubagentStop', matcher: '*', aside: true },
  { event: 'PreCompact', matcher: '*', aside: true },
  { event: 'PostCompact', matcher: '*', aside: true },
  { event: 'Stop', matcher: null, aside: false },
  { event: 'StopFailure', matcher: null, aside: false },
  { event: 'SessionEnd', matcher: null, aside: false },
]

/** Seconds. The script finishes in milliseconds; the timeout covers a machine that cannot start a process. */
const timeout = 10

/** Returns the hooks that Claude Code's `settings.json` needs for one data directory. */
export const claudeHooks = (dataDir: string): HookPlan => ({
  wanted: events.map(({ event, matcher, aside }) => ({
    event,
    matcher,
    hook: { type: 'command', command: forwarderCommand(dataDir, 'claude'), timeout, ...(aside && { async: true }) },
  })),
  isOurs: (command) => isForwarderCommand(dataDir, command),
})
