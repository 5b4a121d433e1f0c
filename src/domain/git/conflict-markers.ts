// A line of equals signs alone also underlines titles, and never occurs in a conflict without the others.
const MARKER = /^(?:<{7,}|>{7,}|\|{7,})(?: |\r?$)/m

/** Returns whether a text contains the lines that a merge puts around conflicts. Bytes may be read as any ASCII superset. */
export const hasConflictMarkers = (text: string): boolean => MARKER.test(text)
