/** `make`, remembering its last `size` answers by their text. */
export function cached(make: (text: string) => string, size: number): (text: string) => string {
  const answers = new Map<string, string>()
  return (text) => {
    const answer = answers.get(text) ?? make(text)
    // A Map keeps the order of insertion: what was asked last goes to the end, what was asked longest ago falls out.
    answers.delete(text)
    answers.set(text, answer)
    const oldest = answers.keys().next().value
    if (answers.size > size && oldest !== undefined) answers.delete(oldest)
    return answer
  }
}
