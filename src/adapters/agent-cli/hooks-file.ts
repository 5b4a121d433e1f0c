import {
  isObject,
  type IsOurs,
  type JsonObject,
  surveyHooks,
  parsedSettings,
  UnexpectedShape,
  type Wanted,
} from './hook-entries.js'
import { eventsWith, withHooks, withoutHooks } from './hook-entries.js'
import { isOtherMonitor } from './other-hooks.js'
import { withMember } from '../files/json-member.js'

/** Which hooks one agent CLI's hooks file should contain, and how to recognise them. */
export interface HookPlan {
  readonly wanted: readonly Wanted[]
  readonly isOurs: IsOurs
}

/** Returns the `hooks` of a settings text; an empty object when the file is missing or empty. */
const hooksOf = (text: string): JsonObject => {
  const hooks = parsedSettings(text)['hooks'] ?? {}
  if (!isObject(hooks)) throw new UnexpectedShape('"hooks" is not an object')
  return hooks
}

const readable = (text: string): string => (text.trim() === '' ? '{}\n' : text)

/** Returns the settings text with our hooks, or the same text when all are in place. Throws {@link UnexpectedShape}. */
export const installedText = (original: string, plan: HookPlan): string => {
  const text = readable(original)
  const before = hooksOf(text)
  const after = withHooks(before, plan.wanted, plan.isOurs)
  return JSON.stringify(after) === JSON.stringify(before) ? original : withMember(text, 'hooks', after)
}

/** Returns the settings text without our hooks, or the same text when it has none. Throws {@link UnexpectedShape}. */
export const uninstalledText = (original: string, plan: HookPlan): string => withoutText(original, plan.isOurs)

/**
 * Returns the settings text without another monitor's hooks, or the same text when it has none. Throws {@link UnexpectedShape}.
 */
export const withoutOthersText = (original: string): string => withoutText(original, isOtherMonitor)

const withoutText = (original: string, isGone: IsOurs): string => {
  const text = readable(original)
  const before = hooksOf(text)
  const after = withoutHooks(before, isGone)
  if (JSON.stringify(after) === JSON.stringify(before)) return original
  return withMember(text, 'hooks', Object.keys(after).length === 0 ? undefined : after)
}

/** Reports which of our hooks and of other hooks a settings text contains. Throws {@link UnexpectedShape}. */
export const surveyText = (text: string, plan: HookPlan) => {
  const hooks = hooksOf(readable(text))
  return { ...surveyHooks(hooks, plan.wanted, plan.isOurs), other_monitor: eventsWith(hooks, isOtherMonitor) }
}

/** Whether the user has disabled all hooks of the CLI. */
export const areHooksOff = (text: string): boolean => parsedSettings(readable(text))['disableAllHooks'] === true
