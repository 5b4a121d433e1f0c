/** Text of the dashboard inside the conversation: outcomes, names of details, buttons. */
const OWN = '[data-outcome], [data-own], dt'

/** Returns where a text is in the conversation, ignoring case. Each range lies within one text node. */
export function rangesOf(root: Node, words: string): readonly Range[] {
  const sought = words.toLowerCase()
  if (sought === '') return []
  const ranges: Range[] = []
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if (node.parentElement?.closest(OWN) != null) continue
    const text = node.nodeValue ?? ''
    const lower = text.toLowerCase()
    // A few letters are longer in lower case, so the offsets differ. No mark is better than a wrong one.
    if (lower.length !== text.length) continue
    for (let at = lower.indexOf(sought); at >= 0; at = lower.indexOf(sought, at + sought.length)) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + sought.length)
      ranges.push(range)
    }
  }
  return ranges
}
