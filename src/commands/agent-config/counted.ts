import type { Source } from '../../domain/agent-config/kinds.js'

/** How many entries of a kind come from where. */
export const counted = <A>(kind: string, items: readonly A[], scopeOf: (item: A) => Source) => {
  const count = (wanted: Source): number => items.filter((item) => scopeOf(item) === wanted).length
  return {
    kind,
    count: items.length,
    user: count('user'),
    project: count('project'),
    local: count('local'),
    plugin: count('plugin'),
    managed: count('managed'),
    overridden: 0,
    broken: 0,
    bytes: null as number | null,
  }
}
