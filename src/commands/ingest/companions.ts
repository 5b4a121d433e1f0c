import type { PrincipalId } from '../../domain/access/author.js'
import { localPrincipal } from '../../domain/access/visibility.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import type { Subscription } from 'rxjs'
import type { Committer, Tx } from '../../events/commit.js'
import { contentKey } from '../../events/digest.js'
import type { New, SessionEvent } from '../../events/envelope.js'
import { sessionOfStream, sessionStream } from '../../events/streams.js'
import { sourceOfSession } from '../../projections/queries/remote-sources.js'
import type { Reader } from '../../projections/sql.js'
import type { CompanionFact, CompanionFile, CompanionReader } from '../ports/companions.js'
import type { CursorStore } from '../ports/cursors.js'
import type { TranscriptRoots } from '../ports/transcripts.js'
import type { ErasedTranscripts, Revives } from './erased.js'
import type { SessionEvidence } from './session-evidence.js'

export interface CompanionParts {
  readonly committer: Committer
  readonly parser: CompanionReader
  readonly cursors: Pick<CursorStore, 'settle' | 'isSettled'>
  readonly erased: Pick<ErasedTranscripts, 'admits'>
  readonly evidence: Pick<SessionEvidence, 'isOwn'>
  readonly db: Reader
  readonly onError: (error: unknown, path: string) => void
}

/** How an import reads companions. */
interface CompanionManner {
  readonly revives?: Revives
  /** Also reads unchanged files. */
  readonly reread?: boolean
  /** Who asked for it; the user of this machine when absent. */
  readonly by?: PrincipalId
  /** Whether it adds only to sessions of who asked for it. */
  readonly onlyOwn?: boolean
}

/** The source of this machine's own sessions. Companions are only read from its folders. */
const LOCAL = 'local'
/** Maximum number of unknown sessions to keep facts for. Those in an index mostly belong to deleted sessions. */
const MOST_WAITING = 50_000
const FACTS_PER_UNIT = 64

interface Asked {
  readonly by: PrincipalId
  readonly onlyOwn: boolean
}

type Held = CompanionFact & { readonly mtimeMs: number } & Asked

interface Appending {
  readonly revives: Revives
  /** See `Committed.quiet`. */
  readonly quiet: boolean
}

interface Taking extends Appending, Asked {}
const LIVE: Taking = { revives: 'nothing', quiet: false, by: localPrincipal.id, onlyOwn: false }

/**
 * Ingests the files beside the transcripts. It never creates a session: facts about an unknown one wait until a transcript or a
 * hook creates it.
 */
export class Companions {
  readonly #waiting = new Map<string, readonly Held[]>()
  readonly #subscription: Subscription
  #last: Promise<void> = Promise.resolve()

  constructor(private readonly parts: CompanionParts) {
    this.#subscription = parts.committer.committed.subscribe(({ events }) => {
      if (this.#waiting.size === 0) return
      const sessions = new Set(events.map(({ streamName }) => sessionOfStream(streamName)))
      for (const session of sessions) if (session !== undefined && this.#waiting.has(session)) this.#arrived(session)
    })
  }

  /** Reads the companions under the roots: the changed ones, or all. */
  async readAll(roots: TranscriptRoots, manner: CompanionManner = {}): Promise<void> {
    const { revives = 'nothing', reread = false, by = localPrincipal.id, onlyOwn = false } = manner
    const files = await this.parts.parser.companions(roots)
    for (const file of files)
      if (reread || !this.#isKnown(file)) void this.#take(file, { revives, quiet: true, by, onlyOwn })
    return this.idle()
  }

  /** Reports a new or changed companion. */
  changed(file: CompanionFile): void {
    if (!this.#isKnown(file)) void this.#take(file, LIVE)
  }

  /** Resolves when all changes reported so far are in the log. */
  async idle(): Promise<void> {
    for (let last: Promise<void> | null = null; last !== this.#last; ) {
      last = this.#last
      await last
    }
  }

  close(): Promise<void> {
    this.#subscription.unsubscribe()
    this.#waiting.clear()
    return this.idle()
  }

  // A list of sessions may name sessions that do not exist yet, so it is read again at every start.
  #isKnown(file: CompanionFile): boolean {
    return file.session !== null && this.parts.cursors.isSettled(file)
  }

  #inTurn(work: () => Promise<void>, path: string): Promise<void> {
    this.#last = this.#last.then(work).catch((error: unknown) => this.parts.onError(error, path))
    return this.#last
  }

  #take(file: CompanionFile, { by, onlyOwn, ...manner }: Taking): Promise<void> {
    return this.#inTurn(async () => {
      const facts = (await this.parts.parser.companion(file)).map((fact) => ({
        ...fact,
        mtimeMs: file.mtimeMs,
        by,
        onlyOwn,
      }))
      let waits = false
      for (let from = 0; from < facts.length; from += FACTS_PER_UNIT) {
        const unknown = await this.#append(facts.slice(from, from + FACTS_PER_UNIT), manner)
        for (const fact of unknown) this.#wait(fact)
        waits ||= unknown.length > 0
      }
      if (!waits && facts.length > 0)
        await this.parts.committer.submit(() => this.parts.cursors.settle(file), { quiet: true })
    }, file.path)
  }

  #wait(fact: Held): void {
    if (this.#waiting.size >= MOST_WAITING) return
    const before = this.#waiting.get(fact.session) ?? []
    this.#waiting.set(fact.session, [...before.filter(({ identity }) => identity !== fact.identity), fact])
  }

  #arrived(session: string): void {
    const facts = this.#waiting.get(session) ?? []
    this.#waiting.delete(session)
    void this.#inTurn(async () => {
      await this.#append(facts, LIVE)
    }, session)
  }

  /** Appends the facts of known sessions and returns the others. */
  #append(facts: readonly Held[], { revives, quiet }: Appending): Promise<readonly Held[]> {
    const work = (tx: Tx): readonly Held[] => facts.filter((fact) => !this.#appended(tx, fact, revives))
    return this.parts.committer.submit(work, { quiet, events: facts.length })
  }

  #appended(tx: Tx, fact: Held, revives: Revives): boolean {
    const { db, erased, evidence } = this.parts
    const stream = sessionStream(fact.session)
    if (tx.versionOf(stream) === 0) return false
    tx.project()
    if (!erased.admits(fact.session, { mtimeMs: fact.mtimeMs }, revives)) return true
    if ((sourceOfSession(db, systemVisibility, fact.session) ?? LOCAL) !== LOCAL) return true
    if (!fact.onlyOwn || evidence.isOwn(tx, fact.session, fact.by)) tx.append(stream, eventOf(fact))
    return true
  }
}

const eventOf = ({ session, type, at, json, identity, by }: Held): New<SessionEvent> => {
  const data = JSON.parse(json) as unknown
  const dedup = contentKey('companion', session, identity)
  return { type, data, json, occurredAt: at, by, via: 'transcript', source: LOCAL, dedup } as New<SessionEvent>
}
