/** `managed`: a git worktree that the service created. `adopted`: a directory of the user, which the service never changes. */
export const LANE_KINDS = ['managed', 'adopted'] as const
export type LaneKind = (typeof LANE_KINDS)[number]

/** `provisioning`: its worktree is being created. `running`: the agent of slot 0 is alive. */
export const LANE_STATUSES = ['provisioning', 'idle', 'running', 'failed'] as const
export type LaneStatus = (typeof LANE_STATUSES)[number]

/** The pipeline of a lane that names no template. It has no stages. */
export const DEFAULT_PIPELINE = 'default'

export type Links = Readonly<Record<string, unknown>>
/** A value that a client sets and the service does not interpret. */
export type Scalar = string | number | null

/** The members of a lane that an update may change. */
export interface LaneSettings {
  readonly title: string | null
  readonly pipeline: string
  readonly runId: string | null
  readonly links: Links
  readonly notes: string | null
  readonly baseBranch: string | null
  readonly gateDecision: Scalar
  readonly ciStatus: Scalar
  readonly qcDev: Scalar
}

/**
 * Returns a directory and all directories above it, nearest first. The first of them that is a lane's owns the directory.
 * @param path absolute and normalized
 */
export const ancestorsOf = (path: string): readonly string[] => {
  const paths = [path]
  for (let at = path; at !== '/'; paths.push(at)) at = at.slice(0, at.lastIndexOf('/')) || '/'
  return paths
}
