import type { Visibility } from '../../../domain/access/visibility.js'
import { textLines } from '../../../domain/edits/hunk.js'
import { lineOwners, type OwnedEdit } from '../../../domain/edits/line-owners.js'
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

/** An edit of the file, with the session that made it. */
interface Owner {
  readonly session: EditedSession
  readonly edit: SessionEdit
}

/** Returns the absolute path of a file that an agent named. */
const placed = (cwd: string, path: string): string =>
  path.startsWith('/') ? path : `${cwd}/${path.replace(/^(?:\.\/)+/, '')}`

/** Returns what finds out which edits of the sessions of a lane wrote lines of a file. */
export const lineOrigins = ({ db, side, conversations }: WhyServices) => {
  const editsIn = async (session: EditedSession, file: string, reads: Visibility): Promise<OwnedEdit<Owner>[]> => {
    const all = await conversations.edits(session.id, editingAgents(db, reads, session.stream))
    const own = all.filter(({ path, state }) => state === 'done' && placed(session.cwd, path) === file)
    const hunks = own.length === 0 ? [] : await conversations.hunks(session.id, own, true)
    return own.map((edit, i) => ({
      owner: { session, edit },
      hunks: hunks[i]?.hunks ?? [],
      isCut: (hunks[i]?.omitted ?? 1) > 0,
    }))
  }

  const shapeOf = ({ session, edit }: Owner, turns: readonly Turn[]) => {
    const number = turnAt(
      turns.map(({ at }) => at),
      edit.at ?? 0,
    )
    const turn = turns[number]
    return {
      session_id: session.id,
      session_name: session.name,
      agent_id: edit.agent ?? mainAgentId(session.id),
      call_id: edit.call,
      tool: edit.tool,
      at: iso(edit.at),
      line: edit.line,
      turn:
        turn === undefined
          ? null
          : {
              number: number + 1,
              prompt: turn.prompt,
              at: iso(turn.at),
              line: turn.line,
              calls: turn.calls,
              cost: toUsd(turn.usage.cost),
            },
    }
  }

  /**
   * Returns the origins of `count` lines of a file from `line` on, 1 being the first.
   * @param texts the file where the branch left its base, and its text now
   */
  return (
    lane: { readonly id: number; readonly cwd: string },
    path: string,
    texts: { readonly before: string | null; readonly now: string | null },
    { line, count }: { readonly line: number; readonly count: number },
    reads: Visibility,
  ) =>
    answered(async () => {
      const now = textLines(texts.now ?? '')
      const file = placed(lane.cwd, path)
      const edits: OwnedEdit<Owner>[] = []
      for (const session of editedSessionsOfLane(db, reads, lane.id))
        edits.push(...(await editsIn(session, file, reads)))
      const ordered = edits.toSorted((a, b) => (a.owner.edit.at ?? 0) - (b.owner.edit.at ?? 0))
      const owners = lineOwners(textLines(texts.before ?? ''), ordered, now).slice(line - 1, line - 1 + count)
      const ranges: { from: number; to: number; owner: Owner | null }[] = []
      for (const [i, owner] of owners.entries()) {
        const last = ranges.at(-1)
        if (last !== undefined && last.owner?.edit.call === owner?.edit.call) last.to = line + i
        else ranges.push({ from: line + i, to: line + i, owner })
      }
      const turnsOf = new Map<number, readonly Turn[]>()
      for (const { owner } of ranges) {
        const stream = owner?.session.stream
        if (stream !== undefined && !turnsOf.has(stream)) turnsOf.set(stream, await side.turns(reads, stream))
      }
      return ranges.map(({ from, to, owner }) => ({
        from,
        to,
        edit: owner === null ? null : shapeOf(owner, turnsOf.get(owner.session.stream) ?? []),
      }))
    })
}
