import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Busboy } from 'busboy'
import type { RejectedFile, UploadBody } from '../../commands/ports/uploads.js'
import { newFile } from './new-file.js'

export interface MultipartLimits {
  readonly fileBytes: number
  readonly files: number
}

/** A received file: the sender chose its name, we chose its path. */
export interface SentFile {
  readonly name: string
  readonly path: string
  readonly bytes: number
}

export interface Sent {
  readonly files: readonly SentFile[]
  readonly rejected: readonly RejectedFile[]
  readonly fields: Readonly<Record<string, string>>
}

const MOST_FIELDS = 16

/**
 * Writes the files of a multipart body to a folder as they arrive, under generated names. Resolves to null when the body is not
 * multipart or is cut off.
 */
export const receiveMultipart = async (
  { contentType, stream }: UploadBody,
  folder: string,
  { fileBytes, files }: MultipartLimits,
): Promise<Sent | null> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const rejected: RejectedFile[] = []
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  const writing: Promise<SentFile | null>[] = []
  const limits = { fileSize: fileBytes, files, fields: MOST_FIELDS, fieldSize: 4096, parts: files + MOST_FIELDS }
  const { default: busboy } = await import('busboy')
  let parser: Busboy
  try {
    parser = busboy({ headers: { 'content-type': contentType }, limits, defParamCharset: 'utf8' })
  } catch {
    return null
  }
  const store = async (content: Readable, name: string, path: string): Promise<SentFile | null> => {
    let bytes = 0
    let cut = false
    content.on('data', (chunk: Buffer) => (bytes += chunk.length))
    content.on('limit', () => {
      cut = true
    })
    await pipeline(content, newFile(path))
    if (!cut) return { name, path, bytes }
    await rm(path, { force: true })
    rejected.push({ name, reason: `larger than ${fileBytes} bytes` })
    return null
  }
  let number = 0
  parser.on('file', (_field, content, { filename }) => {
    // A broken file fails the whole body below; this only prevents an unhandled rejection.
    const stored = store(content, filename ?? '', join(folder, String(++number)))
    stored.catch(() => undefined)
    writing.push(stored)
  })
  parser.on('field', (name, value) => {
    fields[name] = value
  })
  parser.on('filesLimit', () => rejected.push({ name: '…', reason: `more than ${files} files` }))
  try {
    await pipeline(Readable.from(stream), parser)
    // In the order of the body, not of completion.
    const sent = (await Promise.all(writing)).filter((file) => file !== null)
    return { files: sent, rejected, fields }
  } catch {
    await Promise.allSettled(writing)
    return null
  }
}
