import type { LineWriters } from '../../../commands/ports/line-writers.js'
import type { Visibility } from '../../../domain/access/visibility.js'
import { textLines } from '../../../domain/edits/hunk.js'
import { lineOwners, type OwnedEdit } from '../../../domain/edits/line-owners.js'
import type { WritingTurn } from '../../../domain/git/turn-commits.js'
import { toUsd } from '../../../domain/pricing/cost.js'
import { turnAt } from '../../../domain/session/turns.js'
import { iso } from '../../../domain/time.js'
import { editingAgents } from '../../../projections/queries/editing-agents.js'
import { editedSessionsOfLane } from '../../../projections/queries/lane-sessions.js'
import type { Turn } from '../../../projections/queries/turns.js'
import type { Services } from '../../services.js'
import { mainAgentId } from '../session/agent-in.js'
import { answered } from './answered.js'

type WhyServices = Pick<Services, 'db' | 'side' | 'conversations'>
type EditedSession = ReturnType<typeof editedSessionsOfLane>[number]
type SessionEdit = Awaited<ReturnType<WhyServices['conversations']['edits']>>[number]

/** A file where the branch left its base, and its text now. */
interface Texts {
  readonly before: string | null
  readonly now: string | null
}

/** An edit of the file, with the session that made it. */
interface Owner {
  readonly session: EditedSession
  readonly edit: SessionEdit
}

/** Returns the absolute path of a file that an agent named. */
const placed = (cwd: string, path: string): string =>
  path.startsWith('/') ? path : `${cwd}/${path.replace(/^(?:\.\/)+/, '')}`

/** Returns what finds out which edits of the sessions of a lane wrote lines of its files. */
export const lineOrigins = ({ db, side, conversations }: WhyServices) => {
  /** Reads which edits the sessions of a lane made. The result returns the owner of each line of a file; null if it is not sure. */
  const ownersIn = async (lane: { readonly id: number; readonly cwd: string }, reads: Visibility) => {
    const sessions: { readonly session: EditedSession; readonly edits: readonly SessionEdit[] }[] = []
    for (const session of editedSessionsOfLane(db, reads, lane.id)) {
      const all = await conversations.edits(session.id, editingAgents(db, reads, session.stream))
      sessions.push({ session, edits: all.filter(({ state }) => state === 'done') })
    }
    return async (path: string, { before, now }: Texts): Promise<readonly (Owner | null)[]> => {
      const file = placed(lane.cwd, path)
      const edits: OwnedEdit<Owner>[] = []
      for (const { session, edits: all } of sessions) {
        const own = all.filter((edit) => placed(session.cwd, edit.path) === file)
        const hunks = own.length === 0 ? [] : await conversations.hunks(session.id, own, true)
        edits.push(
          ...own.map((edit, i) => ({
            owner: { session, edit },
            hunks: hunks[i]?.hunks ?? [],
            isCut: (hunks[i]?.omitted ?? 1) > 0,
          })),
        )
      }
      const ordered = edits.toSorted((a, b) => (a.owner.edit.at ?? 0) - (b.owner.edit.at ?? 0))
      return lineOwners(textLines(before ?? ''), ordered, textLines(now ?? ''))
    }
  }

  /** Returns what finds the turn of an edit. The turns of a session are read once. */
  const turnsIn = (reads: Visibility) => {
    const turnsOf = new Map<number, Promise<readonly Turn[]>>()
    return async ({ session: { stream }, edit }: Owner) => {
      const found = turnsOf.get(stream) ?? side.turns(reads, stream)
      turnsOf.set(stream, found)
      const turns = await found
      const number = turnAt(
        turns.map(({ at }) => at),
        edit.at ?? 0,
      )
      const turn = turns[number]
      return turn === undefined ? null : { ...turn, number: number + 1 }
    }
  }

  const shapeOf = ({ session, edit }: Owner, turn: (Turn & { readonly number: number }) | null) => ({
    session_id: session.id,
    session_name: session.name,
    agent_id: edit.agent ?? mainAgentId(session.id),
    call_id: edit.call,
    tool: edit.tool,
    at: iso(edit.at),
    line: edit.line,
    turn:
      turn === null
        ? null
        : {
            number: turn.number,
            prompt: turn.prompt,
            at: iso(turn.at),
            line: turn.line,
            calls: turn.calls,
            cost: toUsd(turn.usage.cost),
          },
  })

  return {
    /**
     * Returns the origins of `count` lines of a file from `line` on, 1 being the first.
     * @param texts the file where the branch left its base, and its text now
     */
    of: (
      lane: { readonly id: number; readonly cwd: string },
      path: string,
      texts: Texts,
      { line, count }: { readonly line: number; readonly count: number },
      reads: Visibility,
    ) =>
      answered(async () => {
        const ownersOf = await ownersIn(lane, reads)
        const owners = (await ownersOf(path, texts)).slice(line - 1, line - 1 + count)
        const ranges: { from: number; to: number; owner: Owner | null }[] = []
        for (const [i, owner] of owners.entries()) {
          const last = ranges.at(-1)
          if (last !== undefined && last.owner?.edit.call === owner?.edit.call) last.to = line + i
          else ranges.push({ from: line + i, to: line + i, owner })
        }
        const turnOf = turnsIn(reads)
        return Promise.all(
          ranges.map(async ({ from, to, owner }) => ({
            from,
            to,
            edit: owner === null ? null : shapeOf(owner, await turnOf(owner)),
          })),
        )
      }),

    /** Returns what finds out in which turns the lines of files of a lane were written. */
    writers: (lane: { readonly id: number; readonly cwd: string }, reads: Visibility): LineWriters =>
      answered(async () => {
        const ownersOf = await ownersIn(lane, reads)
        const turnOf = turnsIn(reads)
        const writerOf = async (owner: Owner): Promise<WritingTurn | null> => {
          const { id: session, name: sessionName } = owner.session
          const turn = await turnOf(owner)
          return turn && { session, sessionName, number: turn.number, prompt: turn.prompt, at: turn.at }
        }
        return (path: string, texts: Texts) =>
          answered(async () => {
            const owners = await ownersOf(path, texts)
            const known = new Map<Owner, WritingTurn | null>()
            for (const owner of new Set(owners)) if (owner !== null) known.set(owner, await writerOf(owner))
            return owners.map((owner) => (owner === null ? null : (known.get(owner) ?? null)))
          })
      }),
  }
}
