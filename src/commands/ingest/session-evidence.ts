import type { Subject } from 'rxjs'
import { type Author, type OwnerId, type PrincipalId, userNumbered } from '../../domain/access/author.js'
import { ownerDetermined } from '../../domain/access/decide.js'
import { type Facts, judged } from '../../domain/access/evidence.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { folderOwner, isWithin } from '../../domain/access/territory.js'
import type { Instant } from '../../domain/time.js'
import type { Committed, Tx } from '../../events/commit.js'
import { sessionStream } from '../../events/streams.js'
import { workspaces } from '../../projections/queries/lanes.js'
import { NOBODY } from '../../projections/ownership.js'
import { ownerOfSource } from '../../projections/queries/remote-sources.js'
import { hostOwner, isSetUp, userNamed } from '../../projections/queries/users.js'
import type { Reader } from '../../projections/sql.js'

/** What a call says about where a session is. */
export interface Whereabouts {
  /** The user whose system account reported it; absent without system accounts. */
  readonly uid?: string | null
  /** The owner of the lane whose pane it comes from, if it proves that. */
  readonly pane: string | null
  readonly transcript: string | null
  readonly cwd: string | null
  /** The remote source that it came from; absent for this machine. */
  readonly source?: string
}

export interface SessionEvidence {
  /**
   * Judges in a transaction whose a session is. Null if the call shows that it is of somebody else: nobody takes over a session
   * whose id they know. Otherwise it returns what determines the owner, after the events of the call were appended.
   */
  readonly judge: (tx: Tx, session: string, at: Whereabouts) => ((author: Author, now: Instant) => void) | null
  /** Whether a session is new, or is a user's own. What somebody sends adds to no session of others. */
  readonly isOwn: (tx: Tx, session: string, by: PrincipalId) => boolean
}

const NOTHING = (): void => undefined

/** With one user there is nothing to decide. */
export const OF_ONE_USER: SessionEvidence = { judge: () => NOTHING, isOwn: () => true }

interface EvidenceParts {
  readonly mode: 'local' | 'server'
  readonly usersRoot: string
  /** The folder in which the agent homes of users are read: `usersRoot`, or that of their copies. */
  readonly homes: string
  readonly db: Reader
  readonly committed: Subject<Committed>
}

const MOST_KNOWN = 10_000

/** Returns what decides whose sessions are (supplement-server 13). With one user there is nothing to decide. */
export const sessionEvidence = ({ mode, usersRoot, homes, db, committed }: EvidenceParts): SessionEvidence => {
  if (mode === 'local') return OF_ONE_USER

  // Only what is committed is kept: a transaction may be rolled back.
  const known = new Map<string, { readonly owner: string }>()
  const remember = (session: string, owner: { readonly owner: string }): void => {
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(session, owner)
  }
  committed.subscribe(({ events }) => {
    for (const { type } of events)
      if (type === 'session-owner-determined' || type === 'data-cleared' || type === 'session-purged') known.clear()
  })

  const ownerIn = (tx: Tx, session: string): { readonly owner: string } | null => {
    const before = known.get(session)
    if (before !== undefined) return before
    tx.project()
    const found = db.get<{ owner: string }>(
      `select p_ownership.owner from stream join p_session_evidence on p_session_evidence.stream = stream.id
       join p_ownership on p_ownership.stream = stream.id where stream.name = ? and evidence <> 'assigned'`,
      sessionStream(session),
    )
    return found ?? null
  }

  const ofFolder = (path: string | null, root = usersRoot): string | null => {
    const name = path === null ? null : folderOwner(path, root)
    const user = name === null ? undefined : userNamed(db, name)
    return user === undefined ? null : userNumbered(user.id)
  }

  const ofLane = (cwd: string | null): string | null => {
    if (cwd === null) return null
    const holding = workspaces(db, systemVisibility).filter((lane) => isWithin(cwd, lane.cwd))
    // The nearest folder decides.
    const nearest = holding.toSorted((a, b) => b.cwd.length - a.cwd.length)[0]
    return nearest === undefined || nearest.owner === 'local' ? null : nearest.owner
  }

  const ofSource = (id: string | undefined): string | null => {
    const owner = id === undefined ? undefined : ownerOfSource(db, systemVisibility, id)
    return owner === undefined || owner === NOBODY ? null : owner
  }

  return {
    isOwn: (tx, session, by) => {
      if (!isSetUp(db) || tx.versionOf(sessionStream(session)) === 0) return true
      tx.project()
      const found = db.get<{ owner: string }>(
        'select owner from p_ownership join stream on stream.id = p_ownership.stream where stream.name = ?',
        sessionStream(session),
      )
      const host = hostOwner(db)
      const owner = found?.owner === NOBODY && host !== null ? userNumbered(host) : found?.owner
      return owner === undefined || owner === by
    },
    judge: (tx, session, at) => {
      if (!isSetUp(db)) return NOTHING
      const before = ownerIn(tx, session)
      const facts: Facts = {
        uid: at.uid ?? null,
        pane: at.pane,
        home: ofFolder(at.transcript) ?? ofFolder(at.transcript, homes),
        ...(before === null ? { folder: ofFolder(at.cwd), lane: ofLane(at.cwd), source: ofSource(at.source) } : {}),
      }
      const judgement = judged(before, facts)
      if (judgement === 'refuse') return null
      if (judgement === 'accept') {
        if (before !== null) remember(session, before)
        return NOTHING
      }
      const { owner, evidence } = judgement
      return ({ by, via }, now) =>
        void tx.append(sessionStream(session), {
          ...ownerDetermined({ to: owner as OwnerId, evidence }),
          occurredAt: now,
          by,
          via,
        })
    },
  }
}
