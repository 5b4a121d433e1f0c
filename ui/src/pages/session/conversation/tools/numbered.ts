interface NumberedLine {
  readonly number: string
  readonly text: string
}

const LINE = /^ *(\d+)(?:→|\t)(.*)$/

/** The lines of a file as the tools number them; undefined when the text is no such listing. */
export function numbered(text: string): readonly NumberedLine[] | undefined {
  const lines: NumberedLine[] = []
  for (const line of text.split('\n')) {
    const [, number, words] = LINE.exec(line) ?? []
    // What the harness writes behind the last line is not in the file.
    if (number === undefined || words === undefined) break
    lines.push({ number, text: words })
  }
  return lines.length === 0 ? undefined : lines
}
