import { forwarderCommand, isForwarderCommand } from './forwarder.js'
import type { HookPlan } from './hooks-file.js'

const events: readonly { readonly event: string; readonly matcher: string | null }[] = [
  { event: 'SessionStart', matcher: null },
  { event: 'UserPromptSubmit', matcher: null },
  { event: 'PreToolUse', matcher: '*' },
  { event: 'PermissionRequest', matcher: '*' },
  { event: 'PostToolUse', matcher: '*' },
  { event: 'PreCompact', matcher: '*' },
  { event: 'PostCompact', matcher: '*' },
  { event: 'SubagentStart', matcher: '*' },
  { event: 'SubagentStop', matcher: '*' },
  { event: 'Stop', matcher: null },
  { event: 'SessionEnd', matcher: null },
]

/** Seconds. Codex allows its SessionEnd hook at most 3. */
const timeout = 3

/** Returns the hooks that Codex's `hooks.json` needs for one data directory. Codex has no background hooks: it waits for each. */
export const codexHooks = (dataDir: string): HookPlan => ({
  wanted: events.map(({ event, matcher }) => ({
    event,
    matcher,
    hook: { type: 'command', command: forwarderCommand(dataDir, 'codex'), timeout },
  })),
  isOurs: (command) => isForwarderCommand(dataDir, command),
})
