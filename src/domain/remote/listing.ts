/** A transcript on the remote machine. */
export interface RemoteFile {
  /** Relative to the listed folder, separated by `/`. */
  readonly path: string
  readonly size: number
}

const MAX_NAME = 255
const MAX_DEPTH = 10
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const CONTROL = /[\u0000-\u001f\u007f\\]/

/** Whether a remote path may name a file below a local folder: it cannot escape from it. */
export const isConfined = (path: string): boolean => {
  const names = path.split('/')
  return (
    names.length <= MAX_DEPTH &&
    /\.jsonl(?:\.zst)?$/.test(path) &&
    names.every((name) => name !== '' && !name.startsWith('.') && name.length <= MAX_NAME && !CONTROL.test(name))
  )
}

/** Parses the output of `wc -c` over the transcripts. Lines that name no readable transcript are skipped. */
export const readListing = (text: string): readonly RemoteFile[] => {
  const files: RemoteFile[] = []
  for (const line of text.split('\n')) {
    const [, size, path] = /^\s*(\d{1,15}) \.\/(.+)$/.exec(line) ?? []
    if (size !== undefined && path !== undefined && isConfined(path)) files.push({ path, size: Number(size) })
  }
  return files
}

/** A part of a file to fetch. */
export interface Part {
  readonly path: string
  readonly offset: number
  readonly length: number
}

/** Bytes before the unread ones that are fetched again: if they differ, the file was replaced. */
export const OVERLAP = 64
const BATCH_BYTES = 8 * 1024 * 1024
const BATCH_FILES = 200

/** Returns the parts to fetch in batches, one connection each. A long file is split into several parts. */
export const partsToFetch = (
  files: readonly RemoteFile[],
  held: (path: string) => number,
): readonly (readonly Part[])[] => {
  const batches: Part[][] = []
  let [batch, bytes]: [Part[], number] = [[], 0]
  for (const { path, size } of files) {
    const have = held(path)
    if (have === size) continue
    // A file that shrank was replaced.
    let offset = have > size ? 0 : Math.max(0, have - OVERLAP)
    while (offset < size) {
      const length = Math.min(BATCH_BYTES, size - offset)
      batch.push({ path, offset, length })
      bytes += length
      offset += length
      if (bytes >= BATCH_BYTES || batch.length >= BATCH_FILES) {
        batches.push(batch)
        ;[batch, bytes] = [[], 0]
      }
    }
  }
  return batch.length === 0 ? batches : [...batches, batch]
}
