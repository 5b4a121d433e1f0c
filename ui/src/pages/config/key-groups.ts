/** What is bound to keys in one part of the CLI's screen. Null: the key does nothing there. */
export interface KeyGroup {
  readonly context: string
  readonly bindings: Readonly<Record<string, string | null>>
}

export interface Binding {
  readonly context: string
  readonly key: string
  readonly action: string | null
}

const isAt =
  ({ context, key }: Binding) =>
  (group: string, name: string): boolean =>
    group === context && name === key

/**
 * Returns the groups with one binding replaced, in its place if it stays in its context.
 * @param before what is replaced; null to add one
 * @param after what it becomes; null to remove it
 */
export const withBinding = (
  groups: readonly KeyGroup[],
  before: Binding | null,
  after: Binding | null,
): readonly KeyGroup[] => {
  let isPlaced = after === null
  const replaced = groups.map(({ context, bindings }) => ({
    context,
    bindings: Object.entries(bindings).flatMap(([key, action]): [string, string | null][] => {
      const isOld = before !== null && isAt(before)(context, key)
      // The same key again: the file has each key once.
      const isSame = after !== null && isAt(after)(context, key)
      if (!isOld && !isSame) return [[key, action]]
      if (after === null || after.context !== context || isPlaced) return []
      isPlaced = true
      return [[after.key, after.action]]
    }),
  }))
  const home = isPlaced ? undefined : replaced.find(({ context }) => context === after?.context)
  if (after !== null && home !== undefined) home.bindings.push([after.key, after.action])
  const added =
    after === null || isPlaced || home !== undefined
      ? []
      : [{ context: after.context, bindings: [[after.key, after.action] as const] }]
  return [...replaced, ...added]
    .filter(({ bindings }) => bindings.length > 0)
    .map(({ context, bindings }) => ({ context, bindings: Object.fromEntries(bindings) }))
}
