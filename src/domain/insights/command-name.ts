const MOST_WORDS = 3
const LONGEST = 40
// A word that is part of the name: no option, path, variable, quote or redirection.
const NAME = /^[A-Za-z][\w:.@+-]*$/
// Programs whose next words name what runs; of others only the program counts, because what follows are arguments.
const HAS_SUBCOMMANDS = new Set(
  `apt brew bun bundle cargo composer deno docker dotnet flutter gcloud gh git go gradle helm just kubectl make mise mix mvn
   npm npx nx pip pip3 pnpm poetry rails rake rustup systemctl terraform turbo uv uvx yarn`.split(/\s+/),
)

const SHELLS = new Set(['Bash', 'shell', 'exec_command', 'local_shell', 'PowerShell'])

/** Whether calls of a tool run shell commands. */
export const isShell = (tool: string): boolean => SHELLS.has(tool)

/**
 * Returns the name under which runs of a shell command are counted: the program and, for programs with subcommands, up to two
 * more words, such as `npm run test:int`. Arguments are dropped, so that the number of names stays small. Empty if there is none.
 */
export const commandName = (command: string): string => {
  const last = command.replace(/^\s*cd\s+[^;&|]+(?:&&|;)/, '')
  const words = last.trim().split(/\s+/)
  while (words[0] !== undefined && /^[A-Z_][A-Z0-9_]*=/i.test(words[0])) words.shift()
  const program = words[0]?.split('/').at(-1) ?? ''
  if (!NAME.test(program)) return ''
  const rest = HAS_SUBCOMMANDS.has(program) ? words.slice(1, MOST_WORDS) : []
  const end = rest.findIndex((word) => !NAME.test(word))
  return [program, ...(end < 0 ? rest : rest.slice(0, end))].join(' ').slice(0, LONGEST)
}
