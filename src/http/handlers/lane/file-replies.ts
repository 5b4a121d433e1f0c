import type { UploadAsked } from '../../../commands/files/files.js'
import type { Archive, Plan } from '../../../commands/ports/folder-files.js'
import type { Content, RequestInfo } from '../../handler.js'
import { ok } from '../../reply.js'

const NEVER_RUN = { 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' }

/** Returns the header that saves a file under its name, with a name of plain letters for old clients. */
export const attachment = (name: string): Readonly<Record<string, string>> => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (one) => `%${hex(one)}`)
  return { ...NEVER_RUN, 'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}` }
}

const hex = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase()

/** A reply with an archive, or with what it would contain. */
interface ArchiveReply {
  readonly status: 200
  readonly content: Content
  readonly headers: Readonly<Record<string, string>>
}

export const zipReply = ({ name, plan, content }: Archive & { readonly name: string }): ArchiveReply => ({
  status: 200,
  content,
  headers: { ...attachment(name), 'x-skipped': String(plan.skipped.length) },
})

export const planReply = (plan: Plan): ArchiveReply => ({
  status: 200,
  content: JSON.stringify(plan),
  headers: { ...NEVER_RUN, 'content-type': 'application/json; charset=utf-8' },
})

export const createdPath = (path: string) => ({ status: 201 as const, json: { path } })

/** Returns the upload that a request asks for. */
export const uploadAsked = (
  { path, conflict }: { readonly path: string | undefined; readonly conflict: string | undefined },
  { stream }: Pick<UploadAsked, 'stream'>,
  { header }: Pick<RequestInfo, 'header'>,
): UploadAsked => ({
  path: path ?? '',
  conflict,
  ifMatch: header('if-match'),
  announced: header('content-length'),
  stream,
})

export const uploadReply = (uploaded: 'skipped' | { readonly path: string }) =>
  uploaded === 'skipped' ? ok({ skipped: true as const }) : createdPath(uploaded.path)
