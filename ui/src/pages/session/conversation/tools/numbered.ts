interface NumberedLine {
  readonly number: string
  readonly text: string
}

const LINE = /^ *(\d+)(?:→|\t)(.*)$/

/** Returns the lines of a file with their numbers, as tools print them; undefined for any other text. */
export function numbered(text: string): readonly NumberedLine[] | undefined {
  const lines: NumberedLine[] = []
  for (const line of text.split('\n')) {
    const [, number, words] = LINE.exec(line) ?? []
    // The harness may append text that is not in the file.
    if (number === undefined || words === undefined) break
    lines.push({ number, text: words })
  }
  return lines.length === 0 ? undefined : lines
}
