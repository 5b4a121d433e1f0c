import * as Effect from 'effect/Effect'
import type { Caller } from '../../domain/access/caller.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { mergeMessage } from '../../domain/git/merge.js'
import { remoteRepository } from '../../domain/git/remote-url.js'
import { pullRequestPage } from '../../domain/land/pull-request.js'
import { type LandInput, readExpect, readLand } from '../../domain/land/request.js'
import { closingLine, issueIn } from '../../domain/lane/issue.js'
import { reject } from '../../domain/rejection.js'
import { projectName } from '../../domain/session/project.js'
import { acceptanceOf, landingOf } from '../../projections/queries/landings.js'
import { laneById, type LaneShape } from '../../projections/queries/lanes.js'
import type { Reader } from '../../projections/sql.js'
import type { Confinement } from '../access/confinement.js'
import type { LaneAuthors } from '../git/author.js'
import type { CommandRunner } from '../kernel/run.js'
import type { Serial } from '../kernel/serial.js'
import { untilStored } from '../kernel/stored.js'
import { refuseOtherWorktree } from '../lane/own-worktree.js'
import { GitLanding, type LandPlace } from '../ports/git-landing.js'
import { GitWrites } from '../ports/git-writes.js'
import { landing } from './decider.js'
import type { LandPreflight } from './preflight.js'

interface LandParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly serial: Serial
  readonly preflight: LandPreflight
  readonly confinement: Pick<Confinement, 'inside'>
  readonly asOwner: LaneAuthors
}

const titleOf = ({ title, cwd }: LaneShape): string => title ?? projectName(cwd)

/** The message of a landing if the user gives none. */
const defaultMessage = (lane: LaneShape, how: 'merge' | 'squash', { branch, base }: LandPlace): string =>
  how === 'squash' ? titleOf(lane) : mergeMessage(branch ?? titleOf(lane), false, base.name)

/** Returns the lines that close the issues to which a lane has links. */
const closingLines = (links: LaneShape['links'], remote: string | null): string => {
  const place = remote === null ? null : remoteRepository(remote)
  const repository = place === null ? null : `${place.host}/${place.path}`.toLowerCase()
  return Object.values(links)
    .flatMap((link) => (typeof link === 'string' ? (issueIn(link) ?? []) : []))
    .filter(({ isRequest }) => !isRequest)
    .map((issue) => closingLine(issue, repository))
    .join('\n')
}

const gone = () => reject('ENOLANE', 'lane not found')

/** Returns the commands that bring the work of a lane to its base. */
export const landCommands = ({ run, db, serial, preflight, confinement, asOwner }: LandParts) => {
  /**
   * Runs work alone on a lane and in its repository, and in the working directory that has its base. Waiting can be interrupted, the
   * work cannot. The lane is read again: it may have changed meanwhile.
   */
  const alone = <A, E, R>(about: LaneShape, caller: Caller, work: (lane: LaneShape) => Effect.Effect<A, E, R>) =>
    serial.hold(
      { kind: 'lane', name: String(about.id) },
      Effect.gen(function* () {
        const lane = laneById(db, caller.writes, about.id)
        if (lane === undefined) return yield* Effect.fail(gone())
        if (lane.status === 'provisioning')
          return yield* Effect.fail(reject('EPROVISIONING', 'its worktree is being created'))
        const writing = yield* GitWrites
        const { commonDir } = yield* writing.place(lane.cwd)
        yield* refuseOtherWorktree(lane, lane.cwd)
        return yield* serial.hold(
          { kind: 'repository', name: commonDir },
          Effect.gen(function* () {
            const { holder } = yield* (yield* GitLanding).place(lane.cwd, yield* preflight.basesOf(lane))
            if (holder !== null) yield* confinement.inside(caller, holder.path)
            const { index } = yield* writing.place(holder?.path ?? lane.cwd)
            return yield* serial.hold({ kind: 'index', name: index }, Effect.uninterruptible(asOwner(lane, work(lane))))
          }),
        )
      }),
    )

  /** Moves the base to a commit that was made of it: with the files of the directory that has it, or without any. */
  const moveBase = (lane: LaneShape, { base, holder }: LandPlace, commit: string) =>
    Effect.flatMap(GitLanding, (git) =>
      holder === null
        ? git.moveBranch(lane.cwd, { branch: base.name, from: base.commit, to: commit, why: `land: lane ${lane.id}` })
        : git.forward(holder.path, commit),
    )

  const stale = (expected: object, current: object) =>
    reject('ESTALE', 'something changed since the preflight; nothing was done', { fields: { expected, current } })

  return {
    /** Returns what is checked before a landing. */
    preflight: (lane: LaneShape, caller: Caller) =>
      Effect.map(preflight.of(lane, caller), (found) => ({
        ...found,
        messages: {
          merge: defaultMessage(lane, 'merge', found.place),
          squash: defaultMessage(lane, 'squash', found.place),
        },
      })),

    /** Lands the branch of a lane on its base, if everything is still as the user saw it. */
    land: (about: LaneShape, input: LandInput, caller: Caller) =>
      Effect.gen(function* () {
        const { how, message, expect, confirmed } = yield* readLand(input)
        return yield* alone(about, caller, (lane) =>
          Effect.gen(function* () {
            const found = yield* preflight.of(lane, caller)
            const { place, rows, verdict, expect: current } = found
            if (expect.head !== current.head || expect.base !== current.base || expect.diff !== current.diff)
              return yield* Effect.fail(stale(expect, current))
            const blocking = (state: string) => rows.filter((row) => row.state === state).map(({ id }) => id)
            if (verdict === 'refused') {
              const ids = blocking('refused')
              return yield* Effect.fail(
                reject('ENOTLANDABLE', `the lane cannot land yet: ${ids.join(', ')}`, { fields: { rows: ids } }),
              )
            }
            if (verdict === 'ask' && !confirmed) {
              const ids = blocking('ask')
              return yield* Effect.fail(
                reject('ECONFIRM', `confirm: must be true: ${ids.join(', ')}`, { fields: { rows: ids } }),
              )
            }
            const git = yield* GitLanding
            const { head, base, start, holder } = place
            const text = message ?? defaultMessage(lane, how, place)
            let commit: string
            if (holder !== null && how === 'merge') commit = yield* git.mergeIn(holder.path, { head, message: text })
            else {
              commit = yield* git.commitOf(lane.cwd, { how, base: base.commit, start, head, message: text })
              yield* moveBase(lane, place, commit)
            }
            const folder = holder?.path ?? null
            const landed = { base: base.name, how, head, commit, before: base.commit, folder }
            yield* untilStored(run(landing, lane.id, 'land', landed, caller.author))
            return landed
          }),
        )
      }),

    /** Takes back what a lane landed, with a commit of its own. */
    revert: (about: LaneShape, { expect }: { readonly expect?: unknown }, caller: Caller) =>
      Effect.gen(function* () {
        const base = typeof expect === 'object' && expect !== null ? (expect as { readonly base?: unknown }).base : null
        if (typeof base !== 'string')
          return yield* Effect.fail(reject('EEXPECT', 'expect: must have the base of the preflight'))
        return yield* alone(about, caller, (lane) =>
          Effect.gen(function* () {
            const landed = landingOf(db, caller.reads, lane.id)
            if (landed === null || landed.reverted !== null)
              return yield* Effect.fail(
                reject('ENOTLANDABLE', 'nothing of the lane is landed', { fields: { rows: [] } }),
              )
            const git = yield* GitLanding
            const place = yield* git.place(lane.cwd, [landed.base])
            if (place.base.commit !== base) return yield* Effect.fail(stale({ base }, { base: place.base.commit }))
            if (place.holder !== null && (place.holder.changes > 0 || place.holder.busy !== null))
              return yield* Effect.fail(
                reject('ENOTLANDABLE', `${place.holder.path} has changes`, { fields: { rows: ['checkout'] } }),
              )
            const message = `Revert "${titleOf(lane)}"\n\nThis reverts commit ${landed.commit}.`
            const commit = yield* git.revertOf(lane.cwd, { base, commit: landed.commit, message })
            yield* moveBase(lane, place, commit)
            yield* untilStored(run(landing, lane.id, 'revert', { commit, reverts: landed.commit }, caller.author))
            return { commit, base: landed.base }
          }),
        )
      }),

    /** Accepts the changes of a lane as the user saw them. */
    accept: (lane: LaneShape, input: { readonly expect?: unknown }, { author }: Caller) =>
      Effect.gen(function* () {
        const { head, diff } = yield* readExpect({ base: '', ...(input.expect as object) })
        const current = yield* preflight.changesOf(lane)
        if (current.diff !== diff || current.head !== head)
          return yield* Effect.fail(stale({ head, diff }, { head: current.head, diff: current.diff }))
        yield* run(landing, lane.id, 'acceptChanges', { diff, head }, author)
      }),

    /** Whether the changes of a lane are accepted as they are now. */
    isAccepted: (id: number) =>
      Effect.gen(function* () {
        const accepted = acceptanceOf(db, systemVisibility, id)
        const lane = accepted === null ? undefined : laneById(db, systemVisibility, id)
        if (accepted === null || lane === undefined) return false
        const current = yield* Effect.option(preflight.changesOf(lane))
        return current._tag === 'Some' && current.value.diff === accepted.diff
      }),

    /** Takes back that the changes of a lane are accepted. */
    withdraw: (lane: LaneShape, { author }: Caller) =>
      Effect.asVoid(run(landing, lane.id, 'acceptChanges', { diff: null, head: null }, author)),

    /** Returns the page of the git host on which a pull request is opened, with a title and a text. */
    pullRequest: (lane: LaneShape) =>
      Effect.gen(function* () {
        const git = yield* GitLanding
        const { base, branch, start, head } = yield* git.place(lane.cwd, yield* preflight.basesOf(lane))
        if (branch === null) return yield* Effect.fail(reject('ENOBRANCH', 'the lane has no branch checked out'))
        const [remote, subjects] = yield* Effect.all([git.remoteUrl(lane.cwd), git.subjects(lane.cwd, start, head)])
        const title = titleOf(lane)
        const closing = closingLines(lane.links, remote)
        const text = [...subjects.map((subject) => `- ${subject}`), ...(closing === '' ? [] : ['', closing])].join('\n')
        const request = { base: base.name, branch, title, text }
        return { url: remote === null ? null : pullRequestPage(remote, request), ...request }
      }),
  }
}

export type LandCommands = ReturnType<typeof landCommands>
