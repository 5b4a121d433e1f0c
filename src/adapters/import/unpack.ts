import { createReadStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Entry } from 'yauzl'
import { type Allowance, isWanted, partsOf, refuseHostile, Refused, TooMuch, writeEntry } from './entries.js'
import type { SentFile } from '../files/multipart.js'

interface Unpacked {
  readonly extracted: number
  readonly skipped: number
}

/** Returns the unpacker for a file name; null when the type is not supported. */
export const packingOf = (
  name: string,
): ((file: SentFile, folder: string, allowance: Allowance) => Promise<Unpacked>) | null => {
  const lower = name.toLowerCase()
  if (lower.endsWith('.zip')) return unzip
  if (/\.(?:tar\.gz|tgz)$/.test(lower)) return (file, folder, allowance) => untar(file, folder, allowance, true)
  if (lower.endsWith('.tar')) return (file, folder, allowance) => untar(file, folder, allowance, false)
  if (lower.endsWith('.jsonl.gz') || lower.endsWith('.meta.json.gz')) return gunzip
  return isWanted(name) ? single : null
}

const baseOf = (name: string): string => name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)

const single = async (file: SentFile, folder: string, allowance: Allowance): Promise<Unpacked> => {
  const meter = allowance.meter({ size: file.bytes, unpacked: 0 })
  await writeEntry(folder, partsOf(baseOf(file.name)), createReadStream(file.path), meter, null)
  return { extracted: 1, skipped: 0 }
}

const gunzip = async (file: SentFile, folder: string, allowance: Allowance): Promise<Unpacked> => {
  const source = createReadStream(file.path)
  const unpacking = createGunzip()
  source.on('error', (error) => unpacking.destroy(error))
  const parts = partsOf(baseOf(file.name).replace(/\.gz$/i, ''))
  await writeEntry(folder, parts, source.pipe(unpacking), allowance.meter({ size: file.bytes, unpacked: 0 }), null)
  return { extracted: 1, skipped: 0 }
}

const LINK_MODE = 0o120000
const MODE_MASK = 0o170000
const ENCRYPTED = 1

const unzip = async (file: SentFile, folder: string, allowance: Allowance): Promise<Unpacked> => {
  const { openPromise } = await import('yauzl')
  const zip = await openPromise(file.path, { lazyEntries: true, validateEntrySizes: true, autoClose: false }).catch(
    refuse,
  )
  const packed = { size: file.bytes, unpacked: 0 }
  let [extracted, skipped] = [0, 0]
  try {
    for await (const entry of zip.eachEntry()) {
      allowance.entry()
      refuseZipEntry(entry)
      if (entry.fileName.endsWith('/') || !isWanted(entry.fileName)) {
        skipped += entry.fileName.endsWith('/') ? 0 : 1
        continue
      }
      const content = await zip.openReadStreamPromise(entry)
      await writeEntry(folder, partsOf(entry.fileName), content, allowance.meter(packed), entry.getLastModDate())
      extracted += 1
    }
  } catch (error) {
    return refuse(error)
  } finally {
    zip.close()
  }
  return { extracted, skipped }
}

const refuseZipEntry = (entry: Entry): void => {
  refuseHostile(entry.fileName)
  if (((entry.externalFileAttributes >>> 16) & MODE_MASK) === LINK_MODE) {
    throw new Refused(`an entry is a link: ${entry.fileName.slice(0, 100)}`)
  }
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) throw new Refused('it is encrypted')
}

const untar = async (file: SentFile, folder: string, allowance: Allowance, zipped: boolean): Promise<Unpacked> => {
  const { extract } = await import('tar-stream')
  const packed = { size: file.bytes, unpacked: 0 }
  const source = createReadStream(file.path)
  const tar = extract()
  const unpacking = zipped ? createGunzip() : null
  // Every stream error must reject the wait for the rest of an entry, which would otherwise never end.
  let fail: (error: Error) => void = () => undefined
  const broken = new Promise<never>((_resolve, reject) => {
    fail = (error) => {
      reject(error)
      tar.destroy(error)
    }
  })
  broken.catch(() => undefined)
  // The meter covers the whole stream: skipped entries may contain a bomb.
  const meter = allowance.meter(packed)
  for (const stream of [source, meter, ...(unpacking === null ? [] : [unpacking])]) stream.on('error', fail)
  ;(unpacking === null ? source : source.pipe(unpacking)).pipe(meter).pipe(tar)
  let [extracted, skipped] = [0, 0]
  try {
    for await (const entry of tar) {
      allowance.entry()
      const { name, type, mtime } = entry.header
      refuseHostile(name)
      if (type === 'file' && isWanted(name)) {
        await Promise.race([
          broken,
          writeEntry(folder, partsOf(name), entry as never, new PassThrough(), mtime ?? null),
        ])
        extracted += 1
        continue
      }
      if (type !== 'file' && type !== 'directory')
        throw new Refused(`an entry is a ${String(type)}: ${name.slice(0, 100)}`)
      if (type === 'file') skipped += 1
      entry.resume()
      await Promise.race([broken, finished(entry as never)])
    }
  } catch (error) {
    return refuse(error)
  } finally {
    source.destroy()
  }
  return { extracted, skipped }
}

/** Turns any error of a broken archive into a refusal, as for a hostile one. */
const refuse = (error: unknown): never => {
  if (error instanceof Refused || error instanceof TooMuch) throw error
  throw new Refused(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`)
}
