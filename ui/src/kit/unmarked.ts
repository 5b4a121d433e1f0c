/** Markdown where it is shown as plain text: its marks say nothing there. Names with a `_` or a single `*` stay as they are. */
export const unmarked = (text: string): string =>
  text
    .replace(/^#{1,6} /gm, '')
    .replace(/\*\*(.+?)\*\*/g, '$1')
    .replace(/`([^`]+)`/g, '$1')
