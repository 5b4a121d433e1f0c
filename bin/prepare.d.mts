/** Installs dependencies when the lock file changed, and builds the parts whose sources changed. */
export function prepare(parts: readonly ('server' | 'ui')[]): void
