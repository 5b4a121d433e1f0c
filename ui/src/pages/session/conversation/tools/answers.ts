/** Returns the answers by question: the CLI writes them as `"question"="answer"`. */
export function answersIn(output: string): ReadonlyMap<string, string> {
  const answers = new Map<string, string>()
  for (const [, asked, answer] of output.matchAll(/"([^]*?)"="([^]*?)"(?=[,.\s]|$)/g))
    if (asked !== undefined && answer !== undefined) answers.set(asked, answer)
  return answers
}
