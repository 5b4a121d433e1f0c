/** What tells that a file is as it was, without reading it. */
export interface Stamped {
  readonly size: number
  readonly mtimeMs: number
  readonly inode: number
}

/** Size, time and inode of a file as one text: another one after whatever an agent does to its transcript. */
export const stampOf = ({ size, mtimeMs, inode }: Stamped): string => `${size}:${mtimeMs}:${inode}`
