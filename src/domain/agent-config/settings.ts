import { withoutSecretText } from './hidden.js'
import type { Source } from './kinds.js'
import { loose, looseList, textOr } from './record.js'

/** A hook of an agent CLI. */
export interface ConfiguredHook {
  readonly event: string
  readonly matcher: string | null
  readonly type: string
  /** What runs, without secrets; null for a hook that asks a model. */
  readonly command: string | null
  readonly timeout: number | null
  readonly source: Source
  readonly plugin: string | null
  /** The file that has it. */
  readonly path: string
  /** The file that it runs; null if the command starts with the name of a program. */
  readonly script: string | null
}

/** Returns the hooks of a file: `{hooks: {<event>: [{matcher, hooks: [{type, command}]}]}}`. */
export const hooksIn = (
  settings: unknown,
  from: Pick<ConfiguredHook, 'source' | 'plugin' | 'path'>,
): readonly ConfiguredHook[] =>
  Object.entries(loose(loose(settings)['hooks'])).flatMap(([event, groups]) =>
    looseList(groups).flatMap((group) => {
      const { matcher, hooks } = loose(group)
      return looseList(hooks).map((given) => {
        const hook = loose(given)
        const command = textOr(hook['command'] ?? hook['url'], null)
        const timeout = hook['timeout']
        return {
          event,
          matcher: textOr(matcher, null),
          type: textOr(hook['type'], 'command'),
          command: command === null ? null : withoutSecretText(command),
          timeout: typeof timeout === 'number' ? timeout : null,
          script: command === null || hook['url'] !== undefined ? null : scriptOf(command),
          ...from,
        }
      })
    }),
  )

/** Returns the path that a command begins with, with its variables; null if it begins with the name of a program. */
const scriptOf = (command: string): string | null => {
  // A word may have quoted parts, such as a variable.
  const first = (/^\s*((?:"[^"]*"|'[^']*'|[^\s"';|&<>])+)/.exec(command)?.[1] ?? '').replace(/["']/g, '')
  return first.includes('/') && !/[=`]|\$\(/.test(first) ? first : null
}

/** Returns the paths of all values that are no objects, with their JSON. Lists count as one value. */
export const leavesOf = (value: unknown, path = ''): ReadonlyMap<string, string> => {
  const leaves = new Map<string, string>()
  const entries = Object.entries(loose(value))
  if (entries.length === 0) return path === '' ? leaves : leaves.set(path, JSON.stringify(value) ?? '')
  for (const [name, member] of entries) {
    for (const [leaf, json] of leavesOf(member, path === '' ? name : `${path}.${name}`)) leaves.set(leaf, json)
  }
  return leaves
}

/**
 * Returns which values of each file another one sets differently and wins. Lists are joined by Claude Code, so nothing overrides
 * them.
 * @param files their parsed contents, the one that wins first
 */
export const overriddenIn = (files: readonly unknown[]): readonly (readonly string[])[] => {
  const winners = new Map<string, string>()
  return files.map((file) => {
    const leaves = leavesOf(file)
    const lost = [...leaves].filter(([path, json]) => {
      const winner = winners.get(path)
      return winner !== undefined && winner !== json && !json.startsWith('[')
    })
    for (const [path, json] of leaves) if (!winners.has(path)) winners.set(path, json)
    return lost.map(([path]) => path)
  })
}
