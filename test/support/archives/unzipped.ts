import { text } from 'node:stream/consumers'
import { fromBufferPromise, type Entry } from 'yauzl'

export interface Unzipped {
  readonly name: string
  readonly text: string
  readonly mode: number
}

/** Returns the entries of a zip archive, as another program reads them. */
export const unzipped = async (bytes: Buffer): Promise<readonly Unzipped[]> => {
  const archive = await fromBufferPromise(bytes)
  const entries: Unzipped[] = []
  for await (const entry of archive.eachEntry() as AsyncIterable<Entry>)
    entries.push({
      name: entry.fileName,
      text: entry.fileName.endsWith('/') ? '' : await text(await archive.openReadStreamPromise(entry)),
      mode: entry.externalFileAttributes >>> 16,
    })
  return entries
}
