/**
 * Returns the name of the project in a directory: the last part of its path. The dashboard and the service both use it, so this
 * file imports nothing.
 */
export const projectName = (cwd: string): string => {
  const parts = cwd.split(/[\\/]/).filter((part) => part !== '')
  return parts.at(-1) ?? cwd
}
