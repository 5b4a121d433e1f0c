import type { Command } from 'commander'

/** Makes every command explain wrong usage: the word in question, suggestions, and what is available. */
export const explainErrors = (command: Command): void => {
  command.exitOverride().allowExcessArguments().showSuggestionAfterError()
  const children = command.commands.map((child) => child.name())
  if (children.length > 0) command.showHelpAfterError(`Commands: ${children.join(', ')}. Use --help for details.`)
  else {
    command.showHelpAfterError('Use --help to list the arguments and options.')
    command.hook('preAction', (_hooked, called) => refuseExcess(called))
  }
  for (const child of command.commands) explainErrors(child)
}

const refuseExcess = (command: Command): void => {
  const { registeredArguments: known, args } = command
  const unexpected = known.at(-1)?.variadic === true ? undefined : args[known.length]
  if (unexpected === undefined) return
  const accepted = known.length === 0 ? 'no arguments' : known.map((argument) => `<${argument.name()}>`).join(' ')
  command.error(`error: unexpected argument '${unexpected}': ${command.name()} accepts ${accepted}`)
}
