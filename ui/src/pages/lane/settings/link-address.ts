/** Returns the address of a link; undefined if it is no web address: those of scripts and files must not be opened. */
export function addressOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value)) return undefined
  return URL.canParse(value) ? value : undefined
}
