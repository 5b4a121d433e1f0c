/**
 * Waits until `condition` gives something other than undefined or false, asking again every few milliseconds. The limit
 * only ends a test that would never end: no test may pass or fail by how fast the machine is.
 */
export const until = async <A>(
  what: string,
  condition: () => A | undefined | false | Promise<A | undefined | false>,
  limitMs = 60_000,
): Promise<A> => {
  for (let waited = 0; waited < limitMs; waited += 10) {
    const value = await condition()
    if (value !== undefined && value !== false) return value
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`waited in vain for ${what}`)
}
