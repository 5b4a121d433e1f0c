import * as Either from 'effect/Either'
import { parseShallow } from '../../domain/json/depth.js'

/** A JSON value. Claude Code's settings and Codex's hooks.json share a `hooks` object: event -> groups -> hooks. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

/** One hook we want to install: the event it runs for, and its entry. */
export interface Wanted {
  readonly event: string
  /** Pattern of what the event is about; `*` matches everything. Null: the event supports no pattern. */
  readonly matcher: string | null
  readonly hook: JsonObject
}

/** Whether a command is one of our hooks rather than the user's. */
export type IsOurs = (command: string) => boolean

/** The `hooks` object has a shape that the CLI would not accept either. Changing it could lose what the user meant. */
export class UnexpectedShape extends Error {}

/** Parses the text of a settings file. Throws {@link UnexpectedShape} if it is not an object. */
export const parsedSettings = (text: string): JsonObject => {
  const value = Either.getOrThrowWith(parseShallow(text), (problem) => new UnexpectedShape(`it is ${problem}`)) as Json
  if (!isObject(value)) throw new UnexpectedShape('it is not a JSON object')
  return value
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

const isOurHook = (hook: Json, isOurs: IsOurs): boolean =>
  isObject(hook) && typeof hook['command'] === 'string' && isOurs(hook['command'])

const hooksIn = (group: Json): readonly Json[] => {
  const hooks = isObject(group) ? group['hooks'] : undefined
  return hooks !== undefined && isList(hooks) ? hooks : []
}

const groupsOf = (hooks: JsonObject, event: string): readonly Json[] => {
  const groups = hooks[event] ?? []
  if (!isList(groups)) throw new UnexpectedShape(`hooks.${event} is not a list`)
  return groups
}

/** Returns the groups without our hooks. Groups that contained only our hooks are removed. */
const withoutOurs = (groups: readonly Json[], isOurs: IsOurs): readonly Json[] =>
  groups.flatMap((group) => {
    const hooks = hooksIn(group)
    const kept = hooks.filter((hook) => !isOurHook(hook, isOurs))
    if (kept.length === hooks.length || !isObject(group)) return [group]
    return kept.length === 0 ? [] : [{ ...group, hooks: kept }]
  })

const groupFor = ({ matcher, hook }: Wanted): JsonObject => ({ ...(matcher !== null && { matcher }), hooks: [hook] })

const same = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other)

const isInPlace = (groups: readonly Json[], wanted: Wanted, isOurs: IsOurs): boolean => {
  const ours = groups.filter((group) => hooksIn(group).some((hook) => isOurHook(hook, isOurs)))
  return ours.length === 1 && ours.every((group) => same(group, groupFor(wanted)))
}

/** Returns the hooks with ours added after the user's own where they are missing or differ. Hooks in place do not move. */
export const withHooks = (hooks: JsonObject, wanted: readonly Wanted[], isOurs: IsOurs): JsonObject => {
  const events = new Set(wanted.map((one) => one.event))
  const kept = withoutHooks(hooks, isOurs, events)
  const added = wanted.map((one): readonly [string, Json] => {
    const groups = groupsOf(hooks, one.event)
    if (isInPlace(groups, one, isOurs)) return [one.event, groups]
    return [one.event, [...withoutOurs(groups, isOurs), groupFor(one)]]
  })
  return { ...kept, ...Object.fromEntries(added) }
}

/** Returns the hooks without ours, and without the lists that become empty. Events in `spared` are left unchanged. */
export const withoutHooks = (hooks: JsonObject, isOurs: IsOurs, spared: ReadonlySet<string> = new Set()): JsonObject =>
  Object.fromEntries(
    Object.entries(hooks).flatMap(([event, groups]): [string, Json][] => {
      if (spared.has(event) || !isList(groups)) return [[event, groups]]
      const kept = withoutOurs(groups, isOurs)
      return kept.length === 0 && groups.length > 0 ? [] : [[event, kept]]
    }),
  )

/** Returns the events that have a hook whose command matches `isWanted`. */
export const eventsWith = (hooks: JsonObject, isWanted: IsOurs): readonly string[] =>
  Object.entries(hooks).flatMap(([event, groups]) =>
    isList(groups) && groups.flatMap(hooksIn).some((hook) => isOurHook(hook, isWanted)) ? [event] : [],
  )

/** Reports whether each wanted hook is present, whether any of our hooks is, and whether the user has hooks of their own. */
export const surveyHooks = (hooks: JsonObject, wanted: readonly Wanted[], isOurs: IsOurs) => {
  const all = Object.values(hooks).flatMap((groups) => (isList(groups) ? groups.flatMap(hooksIn) : []))
  const present = wanted.map(
    (one) =>
      [
        one.event,
        groupsOf(hooks, one.event)
          .flatMap(hooksIn)
          .some((hook) => isOurHook(hook, isOurs)),
      ] as const,
  )
  return {
    hooks: Object.fromEntries(present),
    installed: wanted.every((one) => isInPlace(groupsOf(hooks, one.event), one, isOurs)),
    has_dashboard_hooks: all.some((hook) => isOurHook(hook, isOurs)),
    has_existing_hooks: all.some((hook) => !isOurHook(hook, isOurs)),
  }
}
