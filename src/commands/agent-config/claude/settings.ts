import { withoutSecrets } from '../../../domain/agent-config/hidden.js'
import { loose, looseList, textOr } from '../../../domain/agent-config/record.js'
import { type ConfiguredHook, hooksIn } from '../../../domain/agent-config/settings.js'
import type { ConfigFilesPort } from '../../ports/config-files.js'
import { oncePerRequest } from '../once.js'
import type { ConfigPlaces } from '../places.js'
import { type SettingsFile, settingsFile, settingsItems, type SettingsPlace, valueOf } from '../settings-file.js'

export interface SettingsParts {
  readonly files: ConfigFilesPort
  /** The home of Claude Code. */
  readonly home: string
  /** The folder of what the administrator of the machine sets. */
  readonly managed: string
}

/** Returns the reads of Claude Code's settings. */
export const claudeSettings = ({ files, home, managed }: SettingsParts) => {
  /** The files that count, the one that wins first. */
  const placesIn = ({ isHost, project }: ConfigPlaces): readonly SettingsPlace[] => [
    ...(isHost ? [{ scope: 'managed' as const, root: managed, path: 'managed-settings.json' }] : []),
    ...(project === null
      ? []
      : [
          { scope: 'local' as const, root: project, path: '.claude/settings.local.json' },
          { scope: 'project' as const, root: project, path: '.claude/settings.json' },
        ]),
    ...(isHost ? [{ scope: 'user' as const, root: home, path: 'settings.json' }] : []),
  ]

  const read = oncePerRequest(
    async (places): Promise<readonly SettingsFile[]> =>
      placesIn(places).map((place) => settingsFile(files, place, 'json')),
  )

  /** Returns the value that wins for a member at the top. */
  const effective = (all: readonly SettingsFile[], name: string): unknown =>
    all.map(({ parsed }) => loose(valueOf(parsed))[name]).find((value) => value !== undefined)

  return {
    read,

    items: async (places: ConfigPlaces) => settingsItems(await read(places)),

    hooks: async (places: ConfigPlaces): Promise<readonly ConfiguredHook[]> =>
      (await read(places)).flatMap(({ scope, root, path, parsed }) =>
        hooksIn(valueOf(parsed), { source: scope, plugin: null, path: `${root}/${path}` }),
      ),

    statusLines: async (places: ConfigPlaces) => {
      const all = await read(places)
      const found = all.flatMap(({ scope, root, path, parsed }) => {
        const line = loose(loose(valueOf(parsed))['statusLine'])
        const command = textOr(line['command'], null)
        return command === null
          ? []
          : [
              {
                scope,
                path: `${root}/${path}`,
                type: textOr(line['type'], 'command'),
                command,
                padding: line['padding'],
              },
            ]
      })
      return found.map(({ padding, command, ...line }, index) => ({
        ...line,
        command: withoutSecrets(command) as string,
        padding: typeof padding === 'number' ? padding : null,
        isUsed: index === 0,
      }))
    },

    /** The name of the style that agents write in; null for the usual one. */
    outputStyle: async (places: ConfigPlaces): Promise<string | null> =>
      textOr(effective(await read(places), 'outputStyle'), null),

    /** Returns whether a plugin is on; null where no file says it. */
    plugins: (all: readonly SettingsFile[]) => {
      const named = all.map(({ parsed }) => loose(loose(valueOf(parsed))['enabledPlugins']))
      return (key: string): boolean | null => {
        const given = named.map((one) => one[key]).find((value) => value !== undefined)
        return typeof given === 'boolean' ? given : null
      }
    },

    /** What the user has bound to keys, by the part of the screen. */
    keybindings: async ({ isHost }: ConfigPlaces) => {
      const place = { scope: 'user', root: home, path: 'keybindings.json' } as const
      const value = isHost ? valueOf(settingsFile(files, place, 'json').parsed) : {}
      const groups = Array.isArray(value) ? value : looseList(loose(value)['bindings'] ?? loose(value)['groups'])
      return groups.map((given) => {
        const group = loose(given)
        return {
          scope: 'user' as const,
          path: `${home}/keybindings.json`,
          context: textOr(group['context'], 'Global'),
          bindings: Object.fromEntries(
            Object.entries(loose(group['bindings'])).map(([key, action]) => [key, textOr(action, null)]),
          ),
        }
      })
    },
  }
}

export type ClaudeSettings = ReturnType<typeof claudeSettings>
