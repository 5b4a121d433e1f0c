/**
 * Sends a signal to one process, or to the group it leads. Throws if there is no such process.
 *
 * A signal to 0 reaches the own group, up to the shell that started the tests, and a signal to group 1 reaches everything of the user. A
 * pid that was not found is easily one of them: `Number('')` is 0.
 */
export const kill = (
  pid: number | null,
  signal: NodeJS.Signals = 'SIGKILL',
  of: 'process' | 'group' = 'process',
): void => {
  if (pid === null || !Number.isSafeInteger(pid) || pid <= 1)
    throw new Error(`${pid} is not the id of a process of the tests`)
  process.kill(of === 'group' ? -pid : pid, signal)
}
