import {
  isObject,
  type IsOurs,
  type Json,
  type JsonObject,
  surveyHooks,
  UnexpectedShape,
  type Wanted,
} from './hook-entries.js'
import { eventsWith, withHooks, withoutHooks } from './hook-entries.js'
import { isOtherMonitor } from './other-hooks.js'
import { withMember } from './json-member.js'

/** What one agent CLI's hooks file holds for us. */
export interface HookPlan {
  readonly wanted: readonly Wanted[]
  readonly isOurs: IsOurs
}

const parsed = (text: string): JsonObject => {
  let value: Json
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UnexpectedShape(`it is not valid JSON (${error instanceof Error ? error.message : String(error)})`)
  }
  if (!isObject(value)) throw new UnexpectedShape('it does not hold a JSON object')
  return value
}

/** The `hooks` of a settings text; an absent or empty file has none. */
const hooksOf = (text: string): JsonObject => {
  const hooks = parsed(text)['hooks'] ?? {}
  if (!isObject(hooks)) throw new UnexpectedShape('"hooks" is not an object')
  return hooks
}

const readable = (text: string): string => (text.trim() === '' ? '{}\n' : text)

/** The settings text with our hooks; the same text when they are all in place. Throws {@link UnexpectedShape}. */
export const installedText = (original: string, plan: HookPlan): string => {
  const text = readable(original)
  const before = hooksOf(text)
  const after = withHooks(before, plan.wanted, plan.isOurs)
  return JSON.stringify(after) === JSON.stringify(before) ? original : withMember(text, 'hooks', after)
}

/** The settings text without our hooks; the same text when there are none. Throws {@link UnexpectedShape}. */
export const uninstalledText = (original: string, plan: HookPlan): string => withoutText(original, plan.isOurs)

/** The settings text without the hooks of another monitor; the same text when there are none. Throws {@link UnexpectedShape}. */
export const withoutOthersText = (original: string): string => withoutText(original, isOtherMonitor)

const withoutText = (original: string, isGone: IsOurs): string => {
  const text = readable(original)
  const before = hooksOf(text)
  const after = withoutHooks(before, isGone)
  if (JSON.stringify(after) === JSON.stringify(before)) return original
  return withMember(text, 'hooks', Object.keys(after).length === 0 ? undefined : after)
}

/** What a settings text says about our hooks and the user's. Throws {@link UnexpectedShape}. */
export const surveyText = (text: string, plan: HookPlan) => {
  const hooks = hooksOf(readable(text))
  return { ...surveyHooks(hooks, plan.wanted, plan.isOurs), other_monitor: eventsWith(hooks, isOtherMonitor) }
}

/** Whether the user has told the CLI to run no hooks at all. */
export const areHooksOff = (text: string): boolean => parsed(readable(text))['disableAllHooks'] === true
