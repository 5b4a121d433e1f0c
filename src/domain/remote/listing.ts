/** A transcript on the other machine. */
export interface RemoteFile {
  /** Below the listed folder, `/` between the names. */
  readonly path: string
  readonly size: number
}

const MAX_NAME = 255
const MAX_DEPTH = 10
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const CONTROL = /[\u0000-\u001f\u007f\\]/

/** Whether a path of the other machine may name a file below a folder of this one: it cannot lead out of it. */
export const isConfined = (path: string): boolean => {
  const names = path.split('/')
  return (
    names.length <= MAX_DEPTH &&
    path.endsWith('.jsonl') &&
    names.every((name) => name !== '' && !name.startsWith('.') && name.length <= MAX_NAME && !CONTROL.test(name))
  )
}

/** Reads what `wc -c` told of the transcripts; lines that tell of nothing we would read are passed over. */
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

/** So many bytes before the unread ones are fetched again: a file that was replaced differs there. */
export const OVERLAP = 64
const BATCH_BYTES = 8 * 1024 * 1024
const BATCH_FILES = 200

/** What is to be fetched, in batches of one connection each; a long file comes in several parts. */
export const partsToFetch = (
  files: readonly RemoteFile[],
  held: (path: string) => number,
): readonly (readonly Part[])[] => {
  const batches: Part[][] = []
  let [batch, bytes]: [Part[], number] = [[], 0]
  for (const { path, size } of files) {
    const have = held(path)
    if (have === size) continue
    // A file that became shorter was replaced.
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
