type QueryPart = string | number | boolean | readonly string[] | undefined

/**
 * Returns the address of a contract path: fills the `:words` and appends the query, lists value by value. Absent and empty
 * values are left out.
 */
export function address(
  path: string,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, QueryPart>>,
): string {
  const filled = path.replace(/:(\w+)/g, (_, word: string) => encodeURIComponent(params[word] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== '') search.append(name, String(one))
    }
  }
  const rest = search.toString()
  return rest === '' ? filled : `${filled}?${rest}`
}
