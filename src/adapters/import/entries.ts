import { mkdir, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { newFile } from '../files/new-file.js'

/** An archive contains something forbidden. It is refused as a whole and nothing of it is kept. */
export class Refused extends Error {}

/** The upload unpacks to more bytes than allowed. */
export class TooMuch extends Error {}

export interface UnpackLimits {
  /** Total bytes that one upload may unpack to. */
  readonly bytes: number
  readonly entries: number
  /** An archive that expands by more than this factor, and beyond `harmless` bytes, is treated as a bomb. */
  readonly ratio: number
  readonly harmless: number
}

const LONGEST_NAME = 255
const DEEPEST = 16

/** Whether an entry with this name is extracted. */
export const isWanted = (name: string): boolean => {
  const base = name.slice(name.lastIndexOf('/') + 1)
  // macOS archivers add a `._` file for every file.
  return !base.startsWith('._') && (base.endsWith('.jsonl') || base.endsWith('.meta.json'))
}

/** Throws `Refused` for a name that could lead outside the folder. */
export const refuseHostile = (name: string): void => {
  const leadsAway =
    name.startsWith('/') || name.includes('\\') || /^[a-z]:/i.test(name) || name.split('/').includes('..')
  // oxlint-disable-next-line no-control-regex -- refusing control characters is the point
  if (leadsAway || /[\u0000-\u001f]/.test(name))
    throw new Refused(`an entry points outside the archive: ${name.slice(0, 100)}`)
}

/** Returns the path segments of an entry to extract. Throws `Refused` for unusable names. */
export const partsOf = (name: string): readonly string[] => {
  refuseHostile(name)
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.length === 0 || parts.length > DEEPEST || parts.some((part) => Buffer.byteLength(part) > LONGEST_NAME)) {
    throw new Refused(`an entry has an invalid name: ${name.slice(0, 100)}`)
  }
  return parts
}

/** Counts what one upload unpacks, across all its archives, and stops it at the limits. */
export class Allowance {
  #bytes = 0
  #entries = 0

  constructor(private readonly limits: UnpackLimits) {}

  entry(): void {
    if (++this.#entries > this.limits.entries) throw new Refused(`more than ${this.limits.entries} entries`)
  }

  /** Returns a pass-through stream that fails when an archive of the given size expands too much. */
  meter(packed: { readonly size: number; unpacked: number }): Transform {
    const { bytes, ratio, harmless } = this.limits
    return new Transform({
      transform: (chunk: Buffer, _encoding, done: TransformCallback) => {
        this.#bytes += chunk.length
        packed.unpacked += chunk.length
        if (this.#bytes > bytes) return done(new TooMuch(`it unpacks to more than ${bytes} bytes`))
        if (packed.unpacked > harmless && packed.unpacked > packed.size * ratio) {
          return done(new Refused(`it unpacks to more than ${ratio} times its size`))
        }
        return done(null, chunk)
      },
    })
  }
}

/** Writes an entry into a folder. Never overwrites a file. */
export const writeEntry = async (
  folder: string,
  parts: readonly string[],
  content: Readable,
  meter: Transform,
  modified: Date | null,
): Promise<void> => {
  const path = join(folder, ...parts)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await pipeline(content, meter, newFile(path))
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') throw new Refused(`duplicate entry: ${parts.join('/')}`)
    throw error
  }
  if (modified !== null && modified.getTime() > 0) await utimes(path, modified, modified)
}
