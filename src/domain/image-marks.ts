const OPENS = '<image name='
const CLOSES = '</image>'

/** Returns a prompt without the `<image name=…>` tags that Codex writes around each picture at the start of it. */
export function withoutImageMarks(text: string): string {
  let rest = text.trimStart()
  if (!rest.startsWith(OPENS)) return text
  while (rest.startsWith(OPENS)) {
    const end = rest.indexOf(CLOSES)
    // A shortened prompt can lack the closing tag: keep the text after the line of the opening tag.
    const next = end < 0 ? rest.indexOf('\n') + 1 || rest.length : end + CLOSES.length
    rest = rest.slice(next).trimStart()
  }
  return rest
}

/** Whether a text is nothing but the opening tag of a picture, or the closing one. */
export const opensImage = (text: string): boolean => /^<image name=[^\n]*>$/.test(text.trim())
export const closesImage = (text: string): boolean => text.trim() === CLOSES
