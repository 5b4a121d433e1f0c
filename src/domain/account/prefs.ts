import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'
import { isToolId, TOOLS } from '../tools/catalog.js'

/** Preferences of an account by key. */
export type Prefs = Readonly<Record<string, string>>
/** Null removes a preference. */
export type PrefChanges = Readonly<Record<string, string | null>>

/** Bytes of UTF-8. */
export const MAX_PREF = 8192

const ANY = (): boolean => true
// An agent that asks nobody is chosen for one run, never for all.
const MODES = TOOLS.cli_a.capabilities.permissionModes.filter((mode) => mode !== 'bypassPermissions')

/** The keys of contract 3 (Preferences), with the values that each may have. */
const KEYS: Readonly<Record<string, (value: string) => boolean>> = {
  theme: ANY,
  'svc.theme.dark': ANY,
  'svc.theme.light': ANY,
  i18nextLng: ANY,
  'svc.terminal.font': ANY,
  'svc.terminal.fontSize': ANY,
  'svc.ui.fontSize': ANY,
  'svc.pet': ANY,
  'svc.pet.size': ANY,
  'svc.pet.names': ANY,
  'svc-mascot-enabled': ANY,
  'svc-mascot-muted': ANY,
  'svc-notifications': ANY,
  'svc.defaultTool': isToolId,
  'svc.permissionMode': (mode) => MODES.includes(mode),
  'svc.tour': ANY,
  'svc.chatUi': (value) => value === '1',
}

const refused = (key: string, problem: string): Either.Either<never, Rejection<'EBADPREFS'>> =>
  Either.left(reject('EBADPREFS', `${key}: ${problem}`, { fields: { field: key } }))

/** Reads changes of preferences. One that is wrong refuses all. */
export const readPrefs = (given: unknown): Either.Either<PrefChanges, Rejection<'EBADPREFS'>> => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refused('prefs', 'must be an object')
  for (const [key, value] of Object.entries(given)) {
    const isValid = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined
    if (isValid === undefined) return refused(key.slice(0, 100), 'is no preference')
    if (value === null) continue
    if (typeof value !== 'string') return refused(key, 'must be a text or null')
    if (Buffer.byteLength(value) > MAX_PREF) return refused(key, `must have at most ${MAX_PREF} bytes`)
    if (!isValid(value)) return refused(key, 'cannot have this value')
  }
  return Either.right(given as PrefChanges)
}
