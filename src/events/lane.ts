import { LANE_KINDS } from '../domain/lane/lane.js'
import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { laneStream } from './streams.js'

const Text = S.NullOr(S.String)
const Scalar = S.NullOr(S.Union(S.String, S.Number))

/** A lane was created: on a directory of the user, or for a worktree that is created next. Ids are never reused. */
const laneCreated = defineEvent({
  type: 'lane-created',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    lane: S.Int,
    /** Absolute, without symbolic links. */
    cwd: S.String,
    kind: S.Literal(...LANE_KINDS),
    title: Text,
    tool: S.String,
    pipeline: S.String,
    baseBranch: Text,
    /** The branch of a managed lane, and the repository that its worktree belongs to. */
    branch: Text,
    sourceRepo: Text,
    /** The commit of a branch that was there before the lane, and stays after it. Absent for a branch of the lane's own. */
    keptHead: S.optional(S.String),
  }),
})

/** The worktree of a lane was created. `base` and `head` are null if that was found out after a restart. */
const laneProvisioned = defineEvent({
  type: 'lane-provisioned',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, base: Text, head: Text, warnings: S.Array(S.String) }),
})

/** The worktree of a lane could not be created. The message is git's. */
const laneProvisionFailed = defineEvent({
  type: 'lane-provision-failed',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, message: S.String }),
})

/** Settings of a lane changed. Absent members stay unchanged. */
const lanePatched = defineEvent({
  type: 'lane-patched',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    lane: S.Int,
    title: S.optional(Text),
    pipeline: S.optional(S.String),
    runId: S.optional(Text),
    links: S.optional(S.Record({ key: S.String, value: S.Unknown })),
    notes: S.optional(Text),
    baseBranch: S.optional(Text),
    gateDecision: S.optional(Scalar),
    ciStatus: S.optional(Scalar),
    qcDev: S.optional(Scalar),
  }),
})

/** Agents of a lane send their requests through a proxy from now on; null for none. */
const laneRouterAttached = defineEvent({
  type: 'lane-router-attached',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, router: Text }),
})

/** The worktree of a lane was set to a commit of its base. */
const laneReset = defineEvent({
  type: 'lane-reset',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, head: S.String }),
})

/** A user saved a file of a lane, or of the worktree of one of its sessions. Its content had the id `before`. */
const laneFileSaved = defineEvent({
  type: 'lane-file-saved',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    lane: S.Int,
    session: Text,
    /** Relative to the directory. */
    path: S.String,
    before: S.String,
    sha: S.String,
  }),
})

/** An action changed the repository of a lane: its index, files, branches or remotes. Content is never recorded. */
const laneGitChanged = defineEvent({
  type: 'lane-git-changed',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    lane: S.Int,
    action: S.String,
    /** The session whose worktree was changed; null for the directory of the lane. */
    session: Text,
    /** The first changed paths, relative to that directory, and how many there are. */
    paths: S.Array(S.String),
    pathCount: S.Int,
    /** What else the action resulted in, such as `head`, `branch` or `remote`. */
    result: S.Record({ key: S.String, value: Scalar }),
  }),
})

/** The repository of a lane was cloned from a host. */
const repositoryCloned = defineEvent({
  type: 'repository-cloned',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, host: S.String }),
})

/** A lane was removed with its worktree and its branch, which was at `head`; null if that could not be read. */
const laneRemoved = defineEvent({
  type: 'lane-removed',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, branch: S.String, head: Text }),
})

/** The record of a lane was deleted. Its directory stays. */
const laneForgotten = defineEvent({
  type: 'lane-forgotten',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int }),
})

/** A user put a lane away, or took it back. */
const laneArchived = defineEvent({
  type: 'lane-archived',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, archived: S.Boolean }),
})

export const laneEvents = {
  'lane-created': laneCreated,
  'lane-provisioned': laneProvisioned,
  'lane-provision-failed': laneProvisionFailed,
  'lane-patched': lanePatched,
  'lane-router-attached': laneRouterAttached,
  'lane-reset': laneReset,
  'lane-file-saved': laneFileSaved,
  'lane-git-changed': laneGitChanged,
  'repository-cloned': repositoryCloned,
  'lane-removed': laneRemoved,
  'lane-forgotten': laneForgotten,
  'lane-archived': laneArchived,
}
