/** A word that any shell takes literally, whatever it holds (a NUL cannot occur in a path). */
export const shellQuoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
