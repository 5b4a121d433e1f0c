/** Parses a URL; null if it is invalid. */
export const parsedUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)
