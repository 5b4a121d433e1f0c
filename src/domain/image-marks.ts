const OPENS = '<image name='
const CLOSES = '</image>'

/** The text without the marks that Codex writes around each picture of a prompt, which stand in front of it. */
export function withoutImageMarks(text: string): string {
  let rest = text.trimStart()
  if (!rest.startsWith(OPENS)) return text
  while (rest.startsWith(OPENS)) {
    const end = rest.indexOf(CLOSES)
    // Cut off in a shortened prompt: what follows the line of the mark is kept.
    const next = end < 0 ? rest.indexOf('\n') + 1 || rest.length : end + CLOSES.length
    rest = rest.slice(next).trimStart()
  }
  return rest
}

/** Whether a text is nothing but the mark before a picture, or the one behind it. */
export const opensImage = (text: string): boolean => /^<image name=[^\n]*>$/.test(text.trim())
export const closesImage = (text: string): boolean => text.trim() === CLOSES
