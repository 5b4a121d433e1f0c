/** Whether a path is a folder, or below it. Both are absolute and without links. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

interface Places {
  /** Holds the own folders of users. */
  readonly usersRoot: string
  readonly dataDir: string
}

/**
 * Whether nobody may have a lane on a folder (supplement-server 11.5): it would contain the folders of everybody, be the whole
 * folder of a user, or contain what the service keeps.
 */
export const isReserved = (path: string, { usersRoot, dataDir }: Places): boolean => {
  if (isWithin(usersRoot, path)) return true
  if (!isWithin(path, usersRoot)) return isWithin(path, dataDir)
  const [folder = '', ...below] = path.slice(usersRoot.length + 1).split('/')
  // Folders of deleted users start with a dot.
  return below.length === 0 || folder.startsWith('.')
}

/** Returns the user in whose own folder a path is; null for a path elsewhere. */
export const folderOwner = (path: string, usersRoot: string): string | null => {
  if (path === usersRoot || !isWithin(path, usersRoot)) return null
  return path.slice(usersRoot.length + 1).split('/')[0] ?? null
}
