import { type PrincipalId, SYSTEM } from '../../domain/access/author.js'
import { localPrincipal } from '../../domain/access/visibility.js'
import { SERVICE_STREAM } from '../../events/streams.js'
import type { Reader } from '../../projections/sql.js'
import type { Clock } from '../ports/clock.js'
import type { CursorStore, FileStamp } from '../ports/cursors.js'
import type { ProcessesPort } from '../ports/processes.js'
import type { TranscriptFile, TranscriptRoots } from '../ports/transcripts.js'
import type { Revives } from './erased.js'
import type { Companions } from './companions.js'
import { ForeignSession } from './owners.js'
import { OldSessions } from './old-sessions.js'
import { importBegun } from './progress.js'
import { readTranscript, type TranscriptParts } from './transcript.js'

export interface HistoryParts extends TranscriptParts {
  readonly clock: Clock
  readonly processes: Pick<ProcessesPort, 'agentDirectories'>
  readonly db: Reader
  readonly companions: Pick<Companions, 'readAll'>
  readonly nextId: () => string
  /** Resolves when the disk has caught up with the writes; an import can wait for it. */
  readonly room: () => Promise<void>
  /** Aborts the import between two files. The next import continues there. */
  readonly stop?: AbortSignal
}

/** Options of an import. */
export interface ImportManner {
  readonly revives?: Revives
  /** Reads every file from its start: known facts are recognised, and facts that an older release missed are added. */
  readonly reread?: boolean
  /** Who asked for the import; the user of this machine when absent. */
  readonly by?: PrincipalId
  /** Whether it adds only to sessions of who asked for it. Others count as skipped. */
  readonly onlyOwn?: boolean
  /** Called for every file that was read, or is unchanged since it was read. */
  readonly onRead?: (file: TranscriptFile) => Promise<void>
}

export interface ImportProgress {
  /** Who asked for it. Only they and staff see it. */
  readonly owner: string
  readonly importId: string
  readonly phase: 'start' | 'scan' | 'parse' | 'complete' | 'error'
  readonly source: 'default' | 'path' | 'upload'
  readonly processed: number
  readonly total: number
  readonly bytes_processed: number
  readonly bytes_total: number
  readonly current: string | null
  readonly error: string | null
  readonly counters: Readonly<Record<string, number>>
}

// The parser thread reads the next files while the facts of these are appended. They have more facts than one commit takes:
// otherwise all wait for the same commit, and then for the thread.
const FILES_AT_A_TIME = 8

/**
 * Returns a function that imports the history under the roots, oldest first, in the background. Files that are unchanged since
 * they were read are not opened. A broken file is counted and does not stop the import.
 */
export const importHistory =
  (parts: HistoryParts) =>
  async (
    roots: TranscriptRoots,
    source: ImportProgress['source'],
    onProgress: (progress: ImportProgress) => void,
    { revives = 'nothing', reread = false, by = localPrincipal.id, onlyOwn = false, onRead }: ImportManner = {},
  ): Promise<ImportProgress> => {
    const { parser, cursors, erased } = parts
    const counters = { ...NOTHING_READ }
    let progress = importBegun(parts.nextId(), source, by)
    const tell = (change: Partial<ImportProgress>): void => {
      progress = { ...progress, ...change, counters: { ...counters } }
      onProgress(progress)
    }
    tell({})
    // In parallel: files written in between are read again, and their facts recognised.
    const [found, stamps] = await Promise.all([parser.list(roots), cursors.stamps()])
    const isLeft = (file: TranscriptFile): boolean =>
      (revives === 'nothing' && erased.isErased(file)) || (revives === 'cleared' && erased.isPurged(file))
    const pending = found.filter(
      (file) => !isLeft(file) && (reread || !isUnchanged(file, stamps.get(file.path), cursors)),
    )
    counters.scanned = found.length
    counters.unchanged = found.length - pending.length
    const bytes_total = pending.reduce((sum, { size }) => sum + size, 0)
    tell({ phase: 'parse', total: pending.length, bytes_total })

    const sessions = new Set<string>()
    const [imported, backfilled] = [new Set<string>(), new Set<string>()]
    const seen = new Set(found.flatMap(({ path, session }) => session ?? stamps.get(path)?.session ?? []))
    const read = readTranscript(parts)
    const old = new OldSessions(parts)
    let bytes = 0
    let processed = 0
    const readNext = async (queue: Iterator<TranscriptFile>): Promise<void> => {
      for (let next = queue.next(); next.done !== true; next = queue.next()) {
        const file = next.value
        await parts.room()
        parts.stop?.throwIfAborted()
        try {
          const report = await read(file, { quiet: true, final: true, revives, reread, by, onlyOwn }, (slice) => {
            bytes += slice.bytes
            tell({ bytes_processed: bytes, current: file.path })
          })
          for (const session of report.sessions) sessions.add(session)
          for (const session of report.created) imported.add(session)
          for (const session of report.grown) backfilled.add(session)
          await onRead?.(file)
          counters.files += 1
          counters.lines += report.lines
          counters.facts += report.facts
          counters.skipped_lines += report.skipped
          await old.endRead(report.sessions)
        } catch (error) {
          if (!onlyOwn || !(error instanceof ForeignSession)) counters.errors += 1
        }
        processed += 1
        tell({ processed, current: file.path })
      }
    }
    const queue = pending.values()
    await Promise.all(Array.from({ length: FILES_AT_A_TIME }, () => readNext(queue)))
    await parts.companions.readAll(roots, { revives, reread, by, onlyOwn })
    if (onRead !== undefined) counters.errors += await failuresOf(onRead, found, pending)
    counters.sessions = sessions.size
    counters.seen = new Set([...seen, ...sessions]).size
    counters.imported = imported.size
    counters.backfilled = [...backfilled].filter((session) => !imported.has(session)).length
    counters.skipped = Math.max(0, counters.seen - counters.imported - counters.backfilled)
    if (sessions.size > 0) await old.endAll()
    if (counters.facts > 0) await writeDown(parts, source, { ...counters })
    tell({ phase: 'complete', current: null, bytes_processed: bytes_total })
    return progress
  }

/** Calls `onRead` for the unchanged files and returns how many calls failed. */
const failuresOf = async (
  onRead: NonNullable<ImportManner['onRead']>,
  found: readonly TranscriptFile[],
  pending: readonly TranscriptFile[],
): Promise<number> => {
  const read = new Set(pending)
  let failures = 0
  for (const file of found) {
    if (!read.has(file)) await onRead(file).catch(() => void (failures += 1))
  }
  return failures
}

const NOTHING_READ = {
  /** Files found, read, and left unread. */
  scanned: 0,
  files: 0,
  unchanged: 0,
  /** Sessions whose files were read; sessions of all files found, and how many of these were created, extended or skipped. */
  sessions: 0,
  seen: 0,
  imported: 0,
  backfilled: 0,
  skipped: 0,
  lines: 0,
  facts: 0,
  skipped_lines: 0,
  errors: 0,
}

/** Records an import that appended facts. The caller skips it otherwise, so that a restart adds no event. */
const writeDown = (
  { committer, clock }: HistoryParts,
  source: ImportProgress['source'],
  counts: ImportProgress['counters'],
): Promise<void> =>
  committer.submit(
    (tx) => {
      const data = { source, counts }
      tx.append(SERVICE_STREAM, { type: 'history-imported', data, occurredAt: clock.now(), ...SYSTEM })
    },
    { quiet: true },
  )

/** Whether a file is unchanged and was read to its end, or to an incomplete last line. */
const isUnchanged = (
  file: TranscriptFile,
  known: FileStamp | undefined,
  { isSettled }: Pick<CursorStore, 'isSettled'>,
): boolean =>
  known !== undefined &&
  known.size === file.size &&
  known.mtimeMs === file.mtimeMs &&
  known.inode === file.inode &&
  (known.offset >= file.size || isSettled(file))
