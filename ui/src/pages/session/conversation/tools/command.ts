import { isRecord } from '../../../../kit/tool-argument.js'

/**
 * Returns the command line of a call that runs one. Codex passes a list of arguments, often a shell, `-lc` and the command
 * line.
 */
export function commandOf(input: unknown): string | undefined {
  if (!isRecord(input)) return undefined
  const command = input['command'] ?? input['cmd']
  if (typeof command === 'string') return command
  if (!Array.isArray(command) || !command.every((word) => typeof word === 'string')) return undefined
  return command.length === 3 && /^-l?c$/.test(command[1] ?? '') ? command[2] : command.join(' ')
}
