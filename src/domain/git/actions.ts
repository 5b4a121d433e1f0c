/** The actions that change a repository. */
export const GIT_ACTIONS = [
  'fetch',
  'pull',
  'push',
  'publish',
  'stage',
  'unstage',
  'discard',
  'restore',
  'stage-hunk',
  'unstage-hunk',
  'discard-hunk',
  'commit',
  'commit-turns',
  'switch',
  'branch-create',
  'branch-delete',
  'merge',
  'resolve',
  'merge-commit',
  'merge-abort',
] as const
export type GitAction = (typeof GIT_ACTIONS)[number]

/** Returns whether a text is the name of an action. */
export const isGitAction = (text: string): text is GitAction => (GIT_ACTIONS as readonly string[]).includes(text)

/** The body of an action: every member may be missing or of any type. */
export type GitInput = Readonly<Record<string, unknown>>
