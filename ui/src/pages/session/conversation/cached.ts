/** Returns `make` with a cache of its last `size` results. */
export function cached(make: (text: string) => string, size: number): (text: string) => string {
  const answers = new Map<string, string>()
  return (text) => {
    const answer = answers.get(text) ?? make(text)
    // A Map keeps the order of insertion, so the entry that was used last moves to the end, and the first one is the oldest.
    answers.delete(text)
    answers.set(text, answer)
    const oldest = answers.keys().next().value
    if (answers.size > size && oldest !== undefined) answers.delete(oldest)
    return answer
  }
}
