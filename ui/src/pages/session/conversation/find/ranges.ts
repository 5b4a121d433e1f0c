/** Text of the dashboard among that of the conversation: outcomes, names of details, buttons. */
const OWN = '[data-outcome], [data-own], dt'

/**
 * Returns where words are in the text of the conversation, in any case of letters; each range lies within one piece of text.
 */
export function rangesOf(root: Node, words: string): readonly Range[] {
  const sought = words.toLowerCase()
  if (sought === '') return []
  const ranges: Range[] = []
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if (node.parentElement?.closest(OWN) != null) continue
    const text = node.nodeValue ?? ''
    const lower = text.toLowerCase()
    // A few letters become longer in lower case: then the places do not agree, and none is better than a wrong one.
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
