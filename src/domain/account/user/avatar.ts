/** Bytes. */
export const MAX_AVATAR = 1024 * 1024

const starts = (bytes: Uint8Array, mark: string, at = 0): boolean =>
  Array.from(mark).every((char, i) => bytes[at + i] === char.charCodeAt(0))

/** Returns the media type of a picture by its first bytes; null for anything else, such as SVG, which can contain scripts. */
export const pictureType = (bytes: Uint8Array): string | null => {
  if (starts(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (starts(bytes, '\xff\xd8\xff')) return 'image/jpeg'
  if (starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a')) return 'image/gif'
  return starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8) ? 'image/webp' : null
}
