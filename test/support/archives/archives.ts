import { buffer } from 'node:stream/consumers'
import { crc32, deflateRawSync } from 'node:zlib'
import { type Header, pack } from 'tar-stream'

/** A zip entry. Names are not validated, so that tests can write hostile ones. */
export interface ZipEntry {
  readonly name: string
  readonly text: string
  /** The file mode; its upper bits mark a symbolic link. */
  readonly mode?: number
  readonly encrypted?: boolean
}

/** Returns a zip archive of deflated entries. */
export const zipOf = (entries: readonly ZipEntry[]): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, text, mode = 0o100644, encrypted = false } of entries) {
    const raw = Buffer.from(text)
    const packed = deflateRawSync(raw)
    const label = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(encrypted ? 1 : 0, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(0x5a21_0000, 6)
    common.writeUInt32LE(crc32(raw), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(raw.length, 18)
    common.writeUInt16LE(label.length, 22)
    parts.push(Buffer.from('PK\u0003\u0004', 'latin1'), common, label, packed)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(mode * 0x1_0000, 6)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0003', 'latin1'), common, rest, label)
    at += 30 + label.length + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, central, Buffer.from('PK\u0005\u0006', 'latin1'), end])
}

export const tarOf = (
  entries: readonly (Partial<Header> & { readonly name: string; readonly text?: string })[],
): Promise<Buffer> => {
  const tar = pack()
  for (const { text, ...header } of entries) tar.entry(header, text ?? '')
  tar.finalize()
  return buffer(tar)
}
