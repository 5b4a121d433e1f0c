/** A text as an address; null where it is none. */
export const parsedUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)
