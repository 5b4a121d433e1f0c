import type { PrincipalId } from '../../domain/access/author.js'
import { localPrincipal } from '../../domain/access/visibility.js'
import type { Committer, Tx } from '../../events/commit.js'
import type { New, SessionEvent } from '../../events/envelope.js'
import { SERVICE_STREAM, sessionStream } from '../../events/streams.js'
import type { ErasedTranscripts, Revives } from './erased.js'
import { ForeignSession, type SessionOwners } from './owners.js'
import { OF_ONE_USER, type SessionEvidence, type Whereabouts } from './session-evidence.js'
import type { CursorStore } from '../ports/cursors.js'
import type { Slice, TranscriptFile, TranscriptParser } from '../ports/transcripts.js'

export interface TranscriptParts {
  readonly committer: Committer
  readonly parser: TranscriptParser
  readonly cursors: CursorStore
  readonly erased: ErasedTranscripts
  readonly owners: SessionOwners
  /** Decides whose sessions are; with one user, nothing. */
  readonly evidence?: SessionEvidence
}

interface ReadOptions {
  /** History: its rows change by the thousand and are not announced one by one. */
  readonly quiet: boolean
  /** The file is no longer being written. */
  readonly final: boolean
  readonly revives?: Revives
  /** Reads the whole file again; known facts are recognised. */
  readonly reread?: boolean
  /** The remote source that the file comes from; this machine when absent. */
  readonly source?: string
  /** Who had the file read; the user of this machine when absent. */
  readonly by?: PrincipalId
  /** Whether it adds only to sessions of who had it read. */
  readonly onlyOwn?: boolean
}

interface ReadReport {
  readonly bytes: number
  readonly lines: number
  readonly skipped: number
  /** Number of facts that were new to the log. */
  readonly facts: number
  readonly sessions: ReadonlySet<string>
  /** Sessions that were created, and those that got new facts. */
  readonly created: ReadonlySet<string>
  readonly grown: ReadonlySet<string>
}

/**
 * Returns a function that ingests the unread part of one transcript. Facts and cursor are committed together, slice by slice. A
 * fact that is already stored, from another file or an earlier reading, is recognised by its key.
 */
export const readTranscript =
  (parts: TranscriptParts) =>
  async (file: TranscriptFile, options: ReadOptions, onSlice?: (slice: Slice) => void): Promise<ReadReport> => {
    const { committer, parser, cursors } = parts
    const appendSlice = appender(parts, file, options)
    const report = { bytes: 0, lines: 0, skipped: 0, facts: 0, sessions: new Set<string>() }
    const [created, grown] = [new Set<string>(), new Set<string>()]
    let seen = false
    const cursor = options.reread === true ? null : (cursors.load(file.path)?.cursor ?? null)
    for await (const slice of parser.read({ file, cursor, final: options.final })) {
      seen = true
      const added = await appendSlice(slice)
      if (added === 'erased') break
      report.facts += added.facts
      if (added.created) created.add(slice.session)
      if (added.facts > 0) grown.add(slice.session)
      report.bytes += slice.bytes
      report.lines += slice.lines
      report.skipped += slice.skipped
      report.sessions.add(slice.session)
      onSlice?.(slice)
    }
    // Touched without a new line: store the new stamp, or every start would open the file again.
    if (!seen) await committer.submit(() => restamp(cursors, file), { quiet: true })
    // The last line is incomplete: do not read the file again before it grows.
    if (options.final && (cursors.load(file.path)?.cursor.offset ?? file.size) < file.size)
      await committer.submit(() => cursors.settle(file), { quiet: true })
    return { ...report, created, grown }
  }

// Small enough that a hook between two units waits only milliseconds.
const FACTS_PER_UNIT = 64

/** What a unit added: the number of new facts, and whether it created its session. */
type Added = { readonly facts: number; readonly created: boolean } | 'erased'

/** Returns a function that appends a slice in small units. The cursor advances with the last of them. */
const appender =
  (
    { committer, cursors, erased, owners, evidence = OF_ONE_USER }: TranscriptParts,
    file: TranscriptFile,
    { quiet, revives = 'nothing', source = 'local', by = localPrincipal.id, onlyOwn = false }: ReadOptions,
  ) =>
  async (slice: Slice): Promise<Added> => {
    const { facts } = slice
    const stream = sessionStream(slice.session)
    const units: Promise<Added>[] = []
    const admit = (tx: Tx): boolean => {
      if (revives === 'purged' && facts.length > 0 && erased.isTombstoned(slice.session)) revive(tx, slice, by)
      return erased.admits(slice.session, file, revives)
    }
    for (let from = 0; from === 0 || from < facts.length; from += FACTS_PER_UNIT) {
      const unit = facts.slice(from, from + FACTS_PER_UNIT)
      const append = (tx: Tx): Added => {
        if (!admit(tx)) return 'erased'
        const created = unit.length > 0 && tx.versionOf(stream) === 0
        let added = 0
        const take = (i: number): boolean => !tx.append(stream, eventOf(slice, i, source, by)).duplicate
        if (facts.length > 0) owners.refuseForeign(tx, slice, source, take)
        // The paths of another machine show nothing.
        const isHere = source === 'local' && by === localPrincipal.id && unit.length > 0
        const isRemote = source !== 'local' && unit.length > 0
        const determine = isHere
          ? evidence.judge(tx, slice.session, new FactsWhereabouts(file.path, unit))
          : isRemote
            ? evidence.judge(tx, slice.session, { pane: null, transcript: null, cwd: null, source })
            : undefined
        const isForeign = determine === null || (onlyOwn && !evidence.isOwn(tx, slice.session, by))
        if (isForeign) throw new ForeignSession(slice.session, 'another user')
        for (const i of unit.keys()) if (take(from + i)) added += 1
        determine?.({ by, via: 'transcript' }, unit[0]?.at ?? 0)
        if (from + FACTS_PER_UNIT >= facts.length) cursors.save(file, slice.cursor, slice.skipped)
        return { facts: added, created }
      }
      units.push(committer.submit(append, { quiet, events: unit.length }))
    }
    return (await Promise.all(units)).reduce((sum, added) =>
      sum === 'erased' || added === 'erased'
        ? 'erased'
        : { facts: sum.facts + added.facts, created: sum.created || added.created },
    )
  }

/**
 * Where the facts of a unit come from. A literal with a getter would do, but V8 makes a hidden class for each, in which it keeps
 * all that the getter uses until the next full collection.
 */
class FactsWhereabouts implements Whereabouts {
  readonly pane = null

  constructor(
    readonly transcript: string,
    private readonly facts: Slice['facts'],
  ) {}

  /** Parses only when asked for. */
  get cwd(): string | null {
    for (const { json } of this.facts) {
      const { cwd } = JSON.parse(json) as { readonly cwd?: unknown }
      if (typeof cwd === 'string') return cwd
    }
    return null
  }
}

const revive = (tx: Tx, { session, facts }: Slice, by: PrincipalId): void => {
  tx.append(SERVICE_STREAM, {
    type: 'session-revived',
    data: { session },
    occurredAt: facts[0]?.at ?? 0,
    by,
    via: 'transcript',
  })
  tx.project()
}

const restamp = (cursors: CursorStore, file: TranscriptFile): void => {
  const known = cursors.load(file.path)
  if (known !== undefined) cursors.save(file, known.cursor, 0)
}

const eventOf = (slice: Slice, i: number, source: string, by: PrincipalId): New<SessionEvent> => {
  const { type, at, json } = slice.facts[i] as Slice['facts'][number]
  return {
    type,
    data: JSON.parse(json) as unknown,
    json,
    occurredAt: at,
    by,
    via: 'transcript',
    source,
    dedup: slice.keys.subarray(i * 16, i * 16 + 16),
  } as New<SessionEvent>
}
