import { deflateSync } from 'node:zlib'
import type { Blob } from '../../domain/git/status.js'
import { blobId, SHA1_DIGITS } from './blob-id.js'

/** A change of one file of the index. */
interface IndexChange {
  /** Relative to the top of the repository. */
  readonly path: string
  readonly before: Blob | null
  readonly after: { readonly mode: string; readonly bytes: Buffer } | null
}

/**
 * Returns a patch that replaces the content of a file. Unlike a patch of lines it is exact: `git apply` compares the ids of the
 * old and of the new content.
 */
export const binaryPatch = ({ path, before, after }: IndexChange): string => {
  const length = before?.id.length ?? SHA1_DIGITS
  const none = '0'.repeat(length)
  const id = after === null ? none : blobId(after.bytes, length)
  const mode = after?.mode ?? before?.mode ?? ''
  const kind = before === null ? [`new file mode ${mode}`] : after === null ? [`deleted file mode ${mode}`] : []
  return [
    `diff --git ${quoted(`a/${path}`)} ${quoted(`b/${path}`)}`,
    ...kind,
    `index ${before?.id ?? none}..${id}${kind.length === 0 ? ` ${mode}` : ''}`,
    'GIT binary patch',
    ...literal(after?.bytes ?? Buffer.alloc(0)),
    '',
    '',
  ].join('\n')
}

/** Quotes a name as C does. */
const quoted = (name: string): string => {
  const escaped = [...Buffer.from(name)].map((byte) =>
    /[\w./-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`,
  )
  return `"${escaped.join('')}"`
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'
const LENGTHS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Bytes in a line. */
const WIDTH = LENGTHS.length

const literal = (bytes: Buffer): readonly string[] => {
  const deflated = deflateSync(bytes)
  const lines = Array.from({ length: Math.ceil(deflated.length / WIDTH) }, (_, index) => {
    const part = deflated.subarray(index * WIDTH, (index + 1) * WIDTH)
    return `${LENGTHS[part.length - 1]}${inBase85(part)}`
  })
  return [`literal ${bytes.length}`, ...lines]
}

/** Returns four bytes as five digits each. The last group is filled with zeros. */
const inBase85 = (bytes: Buffer): string => {
  const filled = Buffer.alloc(Math.ceil(bytes.length / 4) * 4)
  bytes.copy(filled)
  let text = ''
  for (let at = 0; at < filled.length; at += 4) {
    let value = filled.readUInt32BE(at)
    let group = ''
    for (let digit = 0; digit < 5; digit++) {
      group = `${DIGITS[value % DIGITS.length]}${group}`
      value = Math.floor(value / DIGITS.length)
    }
    text += group
  }
  return text
}
