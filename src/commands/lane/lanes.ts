import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import type { Caller } from '../../domain/access/caller.js'
import type { LaneInput } from '../../domain/lane/fields.js'
import type { Templates } from '../../domain/pipeline/template.js'
import { reject } from '../../domain/rejection.js'
import type { Confinement } from '../access/confinement.js'
import type { CommandRunner } from '../kernel/run.js'
import { Directories, type FoundPath } from '../ports/directories.js'
import { directory, lane } from './decider.js'
import { isPath } from './path.js'

const badCwd = (message: string) => reject('EBADCWD', `cwd: ${message}`, { fields: { field: 'cwd' } })

const found = (cwd: unknown) =>
  isPath(cwd) ? Effect.flatMap(Directories, ({ find }) => find(cwd)) : Effect.fail(badCwd('must be an absolute path'))

const refusalOf = ({ path, is }: FoundPath) =>
  badCwd(
    is === 'file' ? `${path} is not a directory` : is === 'missing' ? `${path} not found` : `${path} cannot be read`,
  )

interface LaneParts {
  readonly run: CommandRunner['run']
  readonly templates: () => Templates
  readonly confinement: Confinement
}

/** Returns the commands for lanes. */
export const laneCommands = ({ run, templates, confinement }: LaneParts) => ({
  /**
   * Returns the lane that owns a directory, and creates one if none does. The directory may be missing: sessions report
   * directories that were deleted meanwhile.
   * @param exact whether a lane on a directory above does not count
   */
  ensure: (cwd: unknown, exact: boolean, input: LaneInput, caller: Caller) =>
    Effect.gen(function* () {
      const { author, writes } = caller
      const { home } = yield* Directories
      if (confinement.isOn && !cwd) return yield* Effect.fail(badCwd('is required: a home is never a lane'))
      const at = yield* found(cwd || home)
      // The same for every folder of others, whatever is there.
      yield* Effect.catchTag(confinement.forLane(caller, at.path), 'Rejection', (refused) =>
        Effect.fail(refused.code === 'EFOLDER' ? reject('ENOTFOUND', 'lane not found') : refused),
      )
      if (at.is === 'file') return yield* Effect.fail(refusalOf(at))
      const key = { cwd: at.path, visibility: writes }
      const command = { cwd: at.path, exact, input, pipelines: templates() }
      const { state, events } = yield* run(directory, key, 'ensure', command, author)
      const [made] = events
      return { id: made?.data.lane ?? state.owner?.id ?? state.nextId, created: made !== undefined }
    }),

  /** Creates a lane on a directory and returns its id. */
  create: (cwd: unknown, input: LaneInput, caller: Caller) =>
    Effect.gen(function* () {
      const { author, writes } = caller
      const at = yield* found(cwd)
      yield* confinement.forLane(caller, at.path)
      if (at.is !== 'directory') return yield* Effect.fail(refusalOf(at))
      const key = { cwd: at.path, visibility: writes }
      const command = { cwd: at.path, input, pipelines: templates() }
      const { state } = yield* run(directory, key, 'create', command, author)
      return state.nextId
    }),

  /** Changes the settings that the input names. */
  patch: (id: number, input: Readonly<Record<string, unknown>>, author: Author) =>
    run(lane, id, 'patch', { input, pipelines: templates() }, author),

  /** Puts a lane away, or takes it back. */
  archive: (id: number, archived: boolean, author: Author) => run(lane, id, 'archive', { archived }, author),

  /** Deletes the record of a lane. Its directory stays. */
  forget: (id: number, author: Author) => run(lane, id, 'forget', {}, author),
})

export type LaneCommands = ReturnType<typeof laneCommands>
