/** Returns the names of values: the short name, or the value itself where two short names are equal. */
export function namedApart(
  values: readonly string[],
  words: (value: string) => string,
): readonly (readonly [value: string, name: string])[] {
  const times = new Map<string, number>()
  for (const value of values) times.set(words(value), (times.get(words(value)) ?? 0) + 1)
  return values.map((value) => {
    const name = words(value)
    return [value, (times.get(name) ?? 0) > 1 ? value : name]
  })
}
