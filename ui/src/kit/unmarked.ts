/** Returns Markdown as plain text without its marks. Names with a `_` or a single `*` are unchanged. */
export const unmarked = (text: string): string =>
  text
    .replace(/^#{1,6} /gm, '')
    .replace(/\*\*(.+?)\*\*/g, '$1')
    .replace(/`([^`]+)`/g, '$1')
