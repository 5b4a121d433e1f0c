import type { ImageAnswer } from '../../../commands/ports/transcripts.js'
import type { ImageSource } from '../../../domain/transcript/view/blocks.js'

const BYTES_MAX = 10 * 1024 * 1024

/** Signatures of the formats. The type that a transcript claims is not trusted, because the image is served with it. */
const FORMATS: readonly { readonly type: string; readonly matches: (bytes: Buffer) => boolean }[] = [
  { type: 'image/png', matches: (bytes) => bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', matches: (bytes) => bytes.toString('latin1', 0, 3) === '\xff\xd8\xff' },
  { type: 'image/gif', matches: (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)) },
  {
    type: 'image/webp',
    matches: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
]

/** Returns the image, unless it is stored elsewhere, is not an image, or is too large to serve. */
export function pictureOf(source: ImageSource | null): ImageAnswer {
  // Four base64 characters encode three bytes: an oversized image is refused before it is decoded.
  if (source === null || source.base64 === null || source.base64.length > (BYTES_MAX / 3 + 1) * 4) return null
  const bytes = Buffer.from(source.base64, 'base64')
  const type = FORMATS.find((format) => format.matches(bytes))?.type
  return type === undefined || bytes.length > BYTES_MAX ? null : { type, bytes }
}
