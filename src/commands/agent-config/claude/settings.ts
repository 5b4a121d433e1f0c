import { withoutSecrets } from '../../../domain/agent-config/hidden.js'
import type { Source } from '../../../domain/agent-config/kinds.js'
import { loose, looseList, textOr } from '../../../domain/agent-config/record.js'
import { type ConfiguredHook, hooksIn, overriddenIn } from '../../../domain/agent-config/settings.js'
import type { ConfigFilesPort, ConfigText, Parsed } from '../../ports/config-files.js'
import { oncePerRequest } from '../once.js'
import type { ConfigPlaces } from '../places.js'

/** A file of settings that Claude Code reads. */
interface SettingsPlace {
  readonly scope: Source
  readonly root: string
  readonly path: string
}

export interface SettingsFile extends SettingsPlace {
  /** Null if the file does not exist. */
  readonly file: ConfigText | null
  readonly parsed: Parsed
}

/** More than any settings have. */
const MOST_SETTINGS = 16 * 1024 * 1024

const EMPTY: Parsed = { value: {} }

export const valueOf = (parsed: Parsed): unknown => ('value' in parsed ? parsed.value : {})

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
      placesIn(places).map((place) => {
        const file = files.text(place.root, place.path, MOST_SETTINGS)
        const isEmpty = file === null || file.text.trim() === ''
        return { ...place, file, parsed: isEmpty ? EMPTY : files.parse(file.text, 'json') }
      }),
  )

  /** Returns the value that wins for a member at the top. */
  const effective = (all: readonly SettingsFile[], name: string): unknown =>
    all.map(({ parsed }) => loose(valueOf(parsed))[name]).find((value) => value !== undefined)

  return {
    read,

    /** The files with their values, without secrets, and what a stronger file sets differently. */
    items: async (places: ConfigPlaces) => {
      const all = await read(places)
      const overridden = overriddenIn(all.map(({ parsed }) => valueOf(parsed)))
      return all.map(({ scope, root, path, file, parsed }, index) => ({
        scope,
        path: `${root}/${path}`,
        exists: file !== null,
        readOnly: scope === 'managed',
        size: file?.size ?? null,
        mtime: file?.mtime ?? null,
        sha: file?.sha ?? null,
        error: 'error' in parsed ? parsed.error : null,
        settings: withoutSecrets(loose(valueOf(parsed))) as Readonly<Record<string, unknown>>,
        overridden: overridden[index] ?? [],
      }))
    },

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
      const [first, ...rest] = all.map(({ parsed }) => loose(loose(valueOf(parsed))['enabledPlugins']))
      return (key: string): boolean | null => {
        const given = [first, ...rest].map((one) => one?.[key]).find((value) => value !== undefined)
        return typeof given === 'boolean' ? given : null
      }
    },

    /** What the user has bound to keys, by the part of the screen. */
    keybindings: async ({ isHost }: ConfigPlaces) => {
      const file = isHost ? files.text(home, 'keybindings.json') : null
      const parsed = file === null ? EMPTY : files.parse(file.text, 'json')
      const value = valueOf(parsed)
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
