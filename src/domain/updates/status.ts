/** What is known about the copy the service runs from, and about its origin. */
export interface CheckoutFacts {
  readonly root: string
  /** Null if it is not a git clone. */
  readonly clone: null | {
    /** The remote that releases come from: `upstream` if it exists, else `origin`, else any. */
    readonly remote: string | null
    /** Its main branch, as this copy last fetched it. */
    readonly remoteRef: string | null
    readonly branch: string | null
    readonly upstream: string | null
    readonly localSha: string | null
    readonly remoteSha: string | null
    readonly behind: number
  }
}

/** The last check over the network, and why it failed. */
export interface LastCheck {
  readonly at: string
  readonly error: string | null
}

type Situation = 'tracking_canonical' | 'fork_or_diverged_tracking' | 'feature_branch' | 'detached_head'

const quoted = (path: string): string => `'${path.replace(/'/g, `'\\''`)}'`

/** Returns the update status for the dashboard: what this copy knows, and the command that installs the newest version. */
export const updateStatus = (
  { root, clone }: CheckoutFacts,
  version: string,
  enabled: boolean,
  last: LastCheck | null,
) => {
  const ref = clone?.remoteRef ?? null
  const [, main = null] = ref === null ? [] : (/^[^/]+\/(.+)$/.exec(ref) ?? [])
  const tracks = clone !== null && ref !== null && clone.upstream === ref
  const situation = clone === null || ref === null ? null : situationOf(clone.branch, main, tracks)
  const behind = clone?.behind ?? 0
  return {
    current_version: version,
    checks_enabled: enabled,
    last_checked_at: last?.at ?? null,
    git_repo: clone !== null,
    update_available: behind > 0,
    repo_root: root,
    remote_ref: ref,
    canonical_remote: clone?.remote ?? null,
    current_branch: clone?.branch ?? null,
    tracking_upstream: clone?.upstream ?? null,
    tracks_canonical: tracks,
    situation,
    situation_note: clone === null || situation === null ? null : noteOf(situation, clone.branch, ref),
    local_sha: clone?.localSha ?? null,
    remote_sha: clone?.remoteSha ?? null,
    commits_behind: behind,
    manual_command:
      clone?.remote == null || ref === null || situation === null
        ? null
        : commandOf(root, clone.remote, ref, situation),
    message: messageOf({ clone, ref, behind, enabled, last }),
    fetch_error: last?.error ?? null,
  }
}

export type UpdateStatus = ReturnType<typeof updateStatus>

const situationOf = (branch: string | null, main: string | null, tracks: boolean): Situation => {
  if (tracks) return 'tracking_canonical'
  if (branch === null) return 'detached_head'
  return branch === main ? 'fork_or_diverged_tracking' : 'feature_branch'
}

const noteOf = (situation: Situation, branch: string | null, ref: string | null): string | null => {
  if (situation === 'tracking_canonical') return null
  if (situation === 'detached_head') return `Detached HEAD: check out a branch to pull ${ref}.`
  if (situation === 'feature_branch') return `Branch ${branch} is not the release branch ${ref}.`
  return `Branch ${branch} tracks another remote; the command updates it to ${ref}.`
}

const commandOf = (root: string, remote: string, ref: string, situation: Situation): string => {
  const steps = {
    tracking_canonical: ['git pull --ff-only', 'npm start'],
    fork_or_diverged_tracking: [`git fetch ${quoted(remote)}`, `git merge --ff-only ${quoted(ref)}`, 'npm start'],
    feature_branch: [`git fetch ${quoted(remote)}`],
    detached_head: [`git fetch ${quoted(remote)}`],
  }[situation]
  return [`cd ${quoted(root)}`, ...steps].join(' && ')
}

interface Known {
  readonly clone: CheckoutFacts['clone']
  readonly ref: string | null
  readonly behind: number
  readonly enabled: boolean
  readonly last: LastCheck | null
}

const messageOf = ({ clone, ref, behind, enabled, last }: Known): string => {
  if (!enabled) return 'Update checks are turned off.'
  if (clone === null) return 'Not a git clone: check for updates where you got this copy.'
  if (clone.remote === null) return 'This clone has no remote to check for updates.'
  if (last?.error != null) return `${clone.remote} could not be reached: this status may be outdated.`
  if (ref === null) return `${clone.remote} has no known main branch: check for updates.`
  if (behind > 0) return behind === 1 ? `1 commit behind ${ref}.` : `${behind} commits behind ${ref}.`
  return last === null ? 'Updates have not been checked since the service started.' : `Up to date with ${ref}.`
}
