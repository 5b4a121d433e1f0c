/** The hooks that a profile may have: executable files in its folder `hooks`. */
export const HOOKS = [
  'bootstrap',
  'boot',
  'health',
  'migrate',
  'seed',
  'ci-gate',
  'e2e',
  'regen',
  'db-create',
  'db-drop',
] as const
export type HookName = (typeof HOOKS)[number]

export const isHookName = (name: string): name is HookName => HOOKS.some((hook) => hook === name)

/**
 * Why a hook is over. `timeout`: it ran too long. `interrupted`: the stack was brought down or the service stopped. `unstartable`:
 * its file could not be executed.
 */
export const HOOK_ENDS = ['exited', 'timeout', 'interrupted', 'unstartable'] as const
export type HookEnd = (typeof HOOK_ENDS)[number]

export const STREAMS = ['stdout', 'stderr'] as const
export type OutputStream = (typeof STREAMS)[number]
