// As the handler's installer writes it: the path of the script, then the event.
const OTHER_COMMAND = /(?:^|[/\\"'\s])(?:codex-)?hook-handler\.js["']?\s+\w+\s*$/

/**
 * Whether a hook is another monitor's that posts to this service as well: Claude Code Agent Monitor and its likes call a
 * script `hook-handler.js` (Codex: `codex-hook-handler.js`).
 */
export const isOtherMonitor = (command: string): boolean => OTHER_COMMAND.test(command)
