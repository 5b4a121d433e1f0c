import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import type { Provider } from '../../../api/tools.js'
import type { useWords } from '../../../i18n/use-words.js'

/** A command of the interface of an agent. */
export interface SlashCommand {
  /** With the slash. */
  readonly name: string
  readonly about: string
}

type Item = RouteAnswer<'GET /api/cc-config/commands'>['items'][number]
type Words = ReturnType<typeof useWords>

/** Commands of both CLIs that end at once. Those that open a list are chosen in the terminal. */
const BUILT_IN = {
  claude: ['compact', 'clear', 'review', 'init'],
  codex: ['compact', 'new', 'review', 'init'],
} as const satisfies Readonly<Record<Provider, readonly string[]>>

/** Returns the commands that an agent knows: its own, then those of the user, the project and plugins. */
export const commandsOf = (t: Words, tool: Provider, items: readonly Item[]): readonly SlashCommand[] => {
  const own = BUILT_IN[tool].map((name) => ({ name: `/${name}`, about: t(`lanes:chat.command.${name}`) }))
  const taken = new Set(own.map(({ name }) => name))
  const more = items
    .map(({ name, plugin, frontmatter }) => ({
      name: `/${plugin === null ? name : `${plugin}:${name}`}`,
      about: frontmatter['description'] ?? '',
    }))
    .filter(({ name }) => !taken.has(name))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  return [...own, ...more]
}

const START = /^\/[\w:-]*$/

/** Returns the commands that a text may become; none if it is not the start of one. */
export const matchingCommands = (all: readonly SlashCommand[], text: string): readonly SlashCommand[] => {
  if (!START.test(text)) return []
  const wanted = text.slice(1).toLowerCase()
  return all.filter(({ name }) => name.slice(1).toLowerCase().includes(wanted))
}

/** Returns whether a text is one of the commands, with or without arguments. */
export const isCommand = (all: readonly SlashCommand[], text: string): boolean => {
  const [name] = text.split(' ')
  return !text.includes('\n') && all.some((command) => command.name === name)
}
