/**
 * Polls `condition` every few milliseconds until it returns something other than undefined or false. The limit only
 * ends a test that would hang: no result may depend on the speed of the machine.
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
