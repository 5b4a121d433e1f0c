/**
 * The arguments of `systemd-run` before a program and its arguments. All processes of a unit end with it, and the service is one. A
 * scope is a unit of its own: what the program leaves outlives the service.
 */
export const IN_SCOPE = ['--user', '--scope', '--quiet', '--collect', '--'] as const
