// The form that the other monitor's installer writes: the path of the script, then the event.
const OTHER_COMMAND = /(?:^|[/\\"'\s])(?:codex-)?hook-handler\.js["']?\s+\w+\s*$/

/**
 * Whether a hook belongs to another monitor that also posts to this service. Claude Code Agent Monitor and similar products
 * call a script named `hook-handler.js` (Codex: `codex-hook-handler.js`).
 */
export const isOtherMonitor = (command: string): boolean => OTHER_COMMAND.test(command)
