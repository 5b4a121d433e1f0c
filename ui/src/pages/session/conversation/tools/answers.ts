/** The answers that the CLI writes as `"question"="answer"`, by their question. */
export function answersIn(output: string): ReadonlyMap<string, string> {
  const answers = new Map<string, string>()
  for (const [, asked, answer] of output.matchAll(/"([^]*?)"="([^]*?)"(?=[,.\s]|$)/g))
    if (asked !== undefined && answer !== undefined) answers.set(asked, answer)
  return answers
}
