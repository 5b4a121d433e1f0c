/** Returns a word quoted so that any POSIX shell reads it literally. It must not contain NUL, which no path can. */
export const shellQuoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
