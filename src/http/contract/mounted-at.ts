type Moved<K, From extends string, To extends string> = K extends `${infer Method} ${From}${infer Rest}`
  ? `${Method} ${To}${Rest}`
  : never

/** Routes whose keys start with the first prefix, and the same under the others. */
type MountedAt<P extends readonly [string, ...string[]], R> = {
  readonly [K in keyof R as Moved<K, P[0], P[number]>]: R[K]
}

/**
 * Returns routes under several prefixes, such as `/api/lanes` and `/api/workspaces`; their keys are written with the first one.
 * It is used for the declarations of a group, for its handlers, and for its descriptions.
 */
export const mountedAt = <
  const P extends readonly [string, ...string[]],
  const R extends Readonly<Record<string, unknown>>,
>(
  prefixes: P,
  routes: R,
): MountedAt<P, R> => {
  const moved = Object.entries(routes).flatMap(([key, route]) => {
    const [method = '', path = ''] = key.split(' ')
    const rest = path.slice(prefixes[0].length)
    if (!path.startsWith(prefixes[0]) || !/^(?:\/|$)/.test(rest)) throw new Error(`${key} is not below ${prefixes[0]}`)
    return prefixes.map((prefix) => [`${method} ${prefix}${rest}`, route] as const)
  })
  return Object.fromEntries(moved) as MountedAt<P, R>
}
