import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonObject, isObject, parsedSettings, UnexpectedShape } from './hook-entries.js'
import { withMember } from '../files/json-member.js'
import { readIfPresent } from '../files/read-if-present.js'
import { replaceFile } from '../files/replace-file.js'
import { readSettings, writeSettings } from './settings-file.js'
import { isStatuslineCommand, ownCommandPath, statuslineCommand, writeStatusline } from './statusline-script.js'

interface StatuslinePlaces {
  readonly dataDir: string
  /** Claude Code's home: holds `settings.json`. */
  readonly claudeHome: string
}

export interface StatuslineStatus {
  readonly path: string
  readonly installed: boolean
  /** The user's own command, which runs after ours or instead of it; null when there is none. */
  readonly own: string | null
}

export interface StatuslineChange {
  readonly changed: boolean
  readonly backup: string | null
  readonly status: StatuslineStatus
}

const MEMBER = 'statusLine'

const settingsPath = ({ claudeHome }: StatuslinePlaces): string => join(claudeHome, 'settings.json')
/** Returns the path of the user's original setting, which uninstall restores. */
const keptPath = ({ dataDir }: StatuslinePlaces): string => join(dataDir, 'statusline.kept.json')

const readable = (text: string): string => (text.trim() === '' ? '{}\n' : text)

const settingOf = (text: string): JsonObject | null => {
  const settings = parsedSettings(readable(text))
  const setting = settings[MEMBER] ?? null
  if (setting === null) return null
  if (!isObject(setting)) throw new UnexpectedShape(`"${MEMBER}" is not an object`)
  return setting
}

const commandOf = (setting: JsonObject | null): string | null =>
  typeof setting?.['command'] === 'string' ? setting['command'] : null

const isOurs = ({ dataDir }: StatuslinePlaces, setting: JsonObject | null): boolean =>
  isStatuslineCommand(dataDir, commandOf(setting) ?? '')

const keptSetting = (places: StatuslinePlaces): JsonObject | null => {
  const text = readIfPresent(keptPath(places))
  return text === null ? null : settingOf(`{"${MEMBER}": ${text}}`)
}

/** Returns what the settings say about the status line. Throws {@link UnexpectedShape}. */
export const statuslineStatus = (places: StatuslinePlaces): StatuslineStatus => {
  const setting = settingOf(readSettings(settingsPath(places)))
  const installed = isOurs(places, setting)
  return { path: settingsPath(places), installed, own: commandOf(installed ? keptSetting(places) : setting) }
}

const written = (places: StatuslinePlaces, text: string, setting: JsonObject | null): StatuslineChange => {
  const backup = writeSettings(settingsPath(places), withMember(readable(text), MEMBER, setting ?? undefined))
  return { changed: true, backup, status: statuslineStatus(places) }
}

/** Installs our command; the user's own command still runs after it. Throws {@link UnexpectedShape}. */
export const installStatusline = (places: StatuslinePlaces): StatuslineChange => {
  const text = readSettings(settingsPath(places))
  const setting = settingOf(text)
  const own = commandOf(setting)
  if (setting !== null && own === null) throw new UnexpectedShape(`"${MEMBER}" has no command`)
  if (isOurs(places, setting)) {
    writeStatusline(places.dataDir)
    return { changed: false, backup: null, status: statuslineStatus(places) }
  }
  // Write these files first, so that the setting never names a missing script.
  forgetOwn(places)
  if (own !== null) {
    replaceFile(keptPath(places), `${JSON.stringify(setting)}\n`, 0o600)
    replaceFile(ownCommandPath(places.dataDir), `${own}\n`, 0o600)
  }
  writeStatusline(places.dataDir)
  return written(places, text, { ...setting, type: 'command', command: statuslineCommand(places.dataDir) })
}

/** Restores the user's own setting, or removes ours. Throws {@link UnexpectedShape}. */
export const uninstallStatusline = (places: StatuslinePlaces): StatuslineChange => {
  const text = readSettings(settingsPath(places))
  if (!isOurs(places, settingOf(text))) {
    return { changed: false, backup: null, status: statuslineStatus(places) }
  }
  const change = written(places, text, keptSetting(places))
  forgetOwn(places)
  return change
}

const forgetOwn = (places: StatuslinePlaces): void => {
  for (const path of [keptPath(places), ownCommandPath(places.dataDir)]) if (existsSync(path)) rmSync(path)
}
