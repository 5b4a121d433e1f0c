import type { Hook } from '../beat.js'

const [BOLD, DIM, GREEN, AMBER, RESET] = ['\u001b[1m', '\u001b[2m', '\u001b[32m', '\u001b[33m', '\u001b[0m']

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const argumentOf = ({ tool_input: input, cwd }: Hook['body']): string => {
  const { command, file_path, pattern } = (input ?? {}) as Readonly<Record<string, unknown>>
  return (textOf(command ?? file_path ?? pattern).split('\n')[0] ?? '').replace(`${textOf(cwd)}/`, '')
}

const outputOf = ({ error, tool_response }: Hook['body']): string => {
  const { stdout } = (tool_response ?? {}) as { readonly stdout?: unknown }
  const lines = textOf(error ?? stdout).split('\n')
  const more = lines.length > 4 ? [`… ${lines.length - 4} more lines`] : []
  return [...lines.slice(0, 4), ...more].map((line, index) => `${index === 0 ? '  └ ' : '    '}${line}`).join('\n')
}

const ASKED = `
${AMBER}Do you want to proceed?${RESET}
  1. Yes
  2. No, and tell the agent what to do differently
`

/** Returns what an agent shows on its terminal at a hook. */
export const shownAt = ({ body }: Hook): string => {
  const text = textAt(body)
  return text === '' ? '' : `${text}\n`
}

const textAt = (body: Hook['body']): string => {
  // Subagents show nothing of their own.
  if (body['agent_id'] !== undefined) return ''
  switch (body['hook_event_name']) {
    case 'SessionStart':
      return `${BOLD}Simulated agent${RESET} ${DIM}${textOf(body['model'])}  ${textOf(body['cwd'])}${RESET}\n`
    case 'UserPromptSubmit':
      return `${BOLD}> ${textOf(body['prompt'])}${RESET}\n`
    case 'PreToolUse':
      return `${GREEN}●${RESET} ${BOLD}${textOf(body['tool_name'])}${RESET}(${argumentOf(body)})`
    case 'PermissionRequest':
      return ASKED
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return `${DIM}${outputOf(body)}${RESET}\n`
    case 'Stop':
      return `● ${textOf(body['last_assistant_message'])}\n`
    default:
      return ''
  }
}
