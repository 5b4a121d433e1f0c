/** The files of one feature that show what an agent did, by phase of the work. */
export interface ProofFeature {
  readonly slug: string
  /** The names of the images of each group, sorted. */
  readonly groups: Readonly<Record<string, readonly string[]>>
  /** The path of the report page relative to the feature; empty without one. */
  readonly ticket_report: string
  /** When the newest file changed, in seconds since the epoch; 0 without files. */
  readonly mtime: number
}

/** A file in the proof folder of a lane. */
export interface ProofFile {
  readonly slug: string
  readonly group: string
  readonly file: string
  /** Milliseconds since the epoch. */
  readonly mtime: number
}

/** The group of reports. It is never deleted together with the images. */
const TICKET = 'ticket'

const NAME = /^(?!\.{1,2}$)[\w.-]{1,128}$/

/** Whether a text can be the name of a feature, a group or a file: one part of a path that leads nowhere else. */
export const isProofName = (value: unknown): value is string => typeof value === 'string' && NAME.test(value)

/** Whether a group is that of the reports, also where the file system ignores case. */
export const isTicketGroup = (group: string): boolean => group.toLowerCase() === TICKET

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  html: 'text/html; charset=utf-8',
}

/** Returns the content type of a proof file by its extension; null if it cannot be one. */
export const proofTypeOf = (file: string): string | null =>
  TYPES[/\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase() ?? ''] ?? null

/** The widths of thumbnails in pixels, for screens with one or two per CSS pixel. */
export const THUMBNAIL_WIDTHS = ['320', '640'] as const

/** Whether a proof file is an image by its extension. */
export const isImage = (file: string): boolean => proofTypeOf(file)?.startsWith('image/') === true

const SIGNATURES = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
} as const

/** Whether the content of an image file starts with the signature of its type. */
export const isImageContent = (file: string, start: Uint8Array): boolean => {
  const type = proofTypeOf(file)
  const signature = type === 'image/png' || type === 'image/jpeg' ? SIGNATURES[type] : null
  return signature !== null && signature.every((byte, i) => start[i] === byte)
}

/** Returns the name of an image that is not in use: the given one, or one with a number from 2 before its extension. */
export const freeName = (file: string, isUsed: (name: string) => boolean): string | null => {
  const dot = file.lastIndexOf('.')
  for (let number = 1; number <= MOST_NAMES; number += 1) {
    const name = number === 1 ? file : `${file.slice(0, dot)}-${number}${file.slice(dot)}`
    if (isProofName(name) && !isUsed(name)) return name
  }
  return null
}

const MOST_NAMES = 1000

/**
 * Returns the features of a lane, the one with the newest file first.
 * @param slugs features that are listed even without files
 */
export const proofFeatures = (files: readonly ProofFile[], slugs: readonly string[]): readonly ProofFeature[] => {
  const bySlug = new Map<string, ProofFile[]>(slugs.map((slug) => [slug, []]))
  for (const file of files) {
    const known = bySlug.get(file.slug)
    if (known === undefined) bySlug.set(file.slug, [file])
    else known.push(file)
  }
  return [...bySlug]
    .map(([slug, own]) => featureOf(slug, own))
    .toSorted((a, b) => b.mtime - a.mtime || compare(a.slug, b.slug))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const featureOf = (slug: string, files: readonly ProofFile[]): ProofFeature => {
  const groups = new Map<string, string[]>()
  const reports: string[] = []
  let newest = 0
  for (const { group, file, mtime } of files) {
    newest = Math.max(newest, mtime)
    if (isImage(file)) {
      const images = groups.get(group)
      if (images === undefined) groups.set(group, [file])
      else images.push(file)
    } else if (isTicketGroup(group)) reports.push(`${group}/${file}`)
  }
  return {
    slug,
    groups: Object.fromEntries(
      [...groups].toSorted(([a], [b]) => compare(a, b)).map(([group, images]) => [group, images.toSorted(compare)]),
    ),
    ticket_report:
      reports.toSorted(compare).find((path) => path.endsWith('/index.html')) ?? reports.toSorted(compare)[0] ?? '',
    mtime: Math.floor(newest / 1000),
  }
}

/** What a request deletes: some images of a group, a group, or all groups but the reports. */
export type ProofDeletion =
  | { readonly of: 'images'; readonly group: string; readonly images: readonly string[] }
  | { readonly of: 'group'; readonly group: string }
  | { readonly of: 'all' }

/** Reads what is to be deleted; null if a name is invalid or the reports are meant. */
export const readDeletion = ({
  group,
  images,
}: {
  readonly group?: unknown
  readonly images?: unknown
}): ProofDeletion | null => {
  if (group === undefined || group === null) return images === undefined || images === null ? { of: 'all' } : null
  if (!isProofName(group) || isTicketGroup(group)) return null
  if (images === undefined || images === null) return { of: 'group', group }
  return Array.isArray(images) && images.every(isProofName) ? { of: 'images', group, images } : null
}
