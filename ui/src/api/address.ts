type QueryPart = string | number | boolean | readonly string[] | undefined

/** Fills the `:words` of a contract path and appends the query; absent and empty values are left out. */
export function address(
  path: string,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, QueryPart>>,
): string {
  const filled = path.replace(/:(\w+)/g, (_, word: string) => encodeURIComponent(params[word] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue
    const text = Array.isArray(value) ? value.join(',') : String(value)
    if (text !== '') search.set(name, text)
  }
  const rest = search.toString()
  return rest === '' ? filled : `${filled}?${rest}`
}
