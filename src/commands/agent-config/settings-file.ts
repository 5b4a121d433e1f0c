import { withoutSecrets } from '../../domain/agent-config/hidden.js'
import type { Source } from '../../domain/agent-config/kinds.js'
import { loose } from '../../domain/agent-config/record.js'
import { overriddenIn } from '../../domain/agent-config/settings.js'
import type { ConfigFilesPort, ConfigText, Parsed } from '../ports/config-files.js'

/** Where a tool reads settings from. */
export interface SettingsPlace {
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

/** Returns what a text contains; an empty object if it cannot be parsed. */
export const valueOf = (parsed: Parsed): unknown => ('value' in parsed ? parsed.value : {})

/** Reads a file of settings. A missing file, and an empty one, have no settings. */
export const settingsFile = (files: ConfigFilesPort, place: SettingsPlace, as: 'json' | 'toml'): SettingsFile => {
  const file = files.text(place.root, place.path, MOST_SETTINGS)
  const isEmpty = file === null || file.text.trim() === ''
  return { ...place, file, parsed: isEmpty ? { value: {} } : files.parse(file.text, as) }
}

/**
 * Returns files with their values, without secrets, and what a stronger file sets differently.
 * @param all the one that wins first
 */
export const settingsItems = (all: readonly SettingsFile[]) => {
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
}
