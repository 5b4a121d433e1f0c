import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { reject, type Rejection } from '../../domain/rejection.js'
import type { CursorStore } from '../../commands/ports/cursors.js'
import type { TranscriptArchive } from '../../commands/ports/transcripts.js'
import type { Received, RejectedFile, UnusableUpload, UploadPort } from '../../commands/ports/uploads.js'
import { Allowance, Refused, TooMuch, type UnpackLimits } from './entries.js'
import { type MultipartLimits, receiveMultipart, type Sent, type SentFile } from '../files/multipart.js'
import { packingOf } from './unpack.js'

interface UploadLimits {
  readonly sent: MultipartLimits
  readonly unpacked: UnpackLimits
}

const UPLOAD_LIMITS: UploadLimits = {
  sent: { fileBytes: 1024 ** 3, files: 2000 },
  unpacked: { bytes: 4 * 1024 ** 3, entries: 100_000, ratio: 250, harmless: 64 * 1024 ** 2 },
}

interface UploadParts {
  /** The folder for incoming files. */
  readonly folder: string
  readonly nextId: () => string
  readonly archive: Pick<TranscriptArchive, 'keep' | 'has'>
  readonly cursors: CursorStore
  readonly limits?: UploadLimits
}

/**
 * Returns the port for uploads. They are unpacked into a folder that is deleted after their import; transcripts that were read
 * are kept in the archive.
 */
export const uploads = ({
  folder: root,
  nextId,
  archive,
  cursors,
  limits = UPLOAD_LIMITS,
}: UploadParts): UploadPort => {
  const unpackAll = async (sent: Sent, folder: string): Promise<Received | Rejection<UnusableUpload>> => {
    const allowance = new Allowance(limits.unpacked)
    const rejected: RejectedFile[] = [...sent.rejected]
    let [extracted, skipped] = [0, 0]
    for (const [number, file] of sent.files.entries()) {
      const into = join(folder, 'files', String(number))
      try {
        const done = await unpackOne(file, into, allowance)
        extracted += done.extracted
        skipped += done.skipped
      } catch (error) {
        if (error instanceof TooMuch) {
          return reject('EXTRACTION_LIMIT_EXCEEDED', error.message, { fields: { offending_file: file.name } })
        }
        if (!(error instanceof Refused)) throw error
        await rm(into, { recursive: true, force: true })
        rejected.push({ name: file.name, reason: error.message })
      } finally {
        await rm(file.path, { force: true })
      }
    }
    const files = sent.files.length + sent.rejected.length
    if (rejected.length === files) {
      const message = files === 0 ? 'no file was uploaded' : 'none of the files can be imported'
      return reject('NO_FILES', message, { fields: { rejected_files: rejected } })
    }
    if (extracted === 0) {
      return reject('NO_JSONL', 'the upload contains no transcripts', {
        fields: { extracted, skipped_entries: skipped, rejected_files: rejected },
      })
    }
    return { folder, fields: sent.fields, files, rejected, extracted, skipped }
  }

  return {
    receive: async (body) => {
      const folder = join(root, nextId())
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const sent = await receiveMultipart(body, join(folder, 'sent'), limits.sent)
        const done =
          sent === null
            ? reject('IMPORT_UPLOAD_FAILED', 'the body is not a multipart form or is incomplete')
            : await unpackAll(sent, folder)
        if ('_tag' in done) await rm(folder, { recursive: true, force: true })
        return done
      } catch (error) {
        await rm(folder, { recursive: true, force: true })
        throw error
      }
    },
    rootsOf: ({ folder }, provider) => ({
      claude: null,
      codex: null,
      folders: [{ path: join(folder, 'files'), provider }],
    }),
    keep: async (file) => {
      const stored = cursors.load(file.path)
      if (stored === undefined) return
      const { cursor } = stored
      // A transcript that is on this machine anyway, or was uploaded before, needs no second copy.
      const isKnown = cursors
        .ofSession(cursor.session)
        .some(
          ({ path, agent, cursor: { offset } }) =>
            path !== file.path &&
            agent === file.agent &&
            offset >= cursor.offset &&
            (existsSync(path) || archive.has(cursor.session, agent)),
        )
      if (isKnown) return cursors.forget(file.path)
      await archive.keep({ ...file, session: cursor.session }, cursor, true)
      cursors.archived(file.path, cursor.offset)
    },
    discard: ({ folder }) => rm(folder, { recursive: true, force: true }),
  }
}

const unpackOne = (file: SentFile, into: string, allowance: Allowance) => {
  const unpack = packingOf(file.name)
  if (unpack === null) throw new Refused('not a transcript or a supported archive')
  allowance.entry()
  return unpack(file, into, allowance)
}
