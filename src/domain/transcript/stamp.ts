/** File attributes that show whether a file changed without reading it. */
export interface Stamped {
  readonly size: number
  readonly mtimeMs: number
  readonly inode: number
}

/** Returns size, mtime and inode of a file as one text. Every change that an agent makes to its transcript changes it. */
export const stampOf = ({ size, mtimeMs, inode }: Stamped): string => `${size}:${mtimeMs}:${inode}`
