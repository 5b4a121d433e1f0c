import { execFile } from 'node:child_process'
import { realpathSync } from 'node:fs'
import type { ReleasesPort } from '../../commands/ports/releases.js'

const READ_MS = 10_000
const FETCH_MS = 60_000
const MAX_OUTPUT = 256 * 1024

// Nothing of the clone's settings may run a program, nobody is asked for a password, and the variables of a surrounding
// git (a hook that starts the service) do not lead to another clone.
const ENVIRONMENT = [
  ...['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_NAMESPACE'].flatMap((name) => ['-u', name]),
  'GIT_TERMINAL_PROMPT=0',
  'GIT_ASKPASS=true',
  'GIT_OPTIONAL_LOCKS=0',
  'GIT_SSH_COMMAND=ssh -oBatchMode=yes -oConnectTimeout=10',
  'LC_ALL=C',
]
const SETTINGS = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'protocol.ext.allow=never', 'gc.auto=0']

/** The git clone the service runs from, if it does. */
export const gitCheckout = (root: string): ReleasesPort => {
  const run = (args: readonly string[], timeout: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const settings = SETTINGS.flatMap((setting) => ['-c', setting])
      const command = [...ENVIRONMENT, 'git', '-C', root, ...settings, ...args]
      execFile('env', command, { timeout, maxBuffer: MAX_OUTPUT, killSignal: 'SIGKILL' }, (error, out) => {
        if (error === null) resolve(out.trim())
        else reject(error)
      })
    })
  const ask = (...args: string[]): Promise<string | null> =>
    run(args, READ_MS).then(
      (out) => out || null,
      () => null,
    )

  const mainOf = async (remote: string): Promise<string | null> => {
    const head = await ask('symbolic-ref', '--short', `refs/remotes/${remote}/HEAD`)
    if (head !== null) return head
    for (const name of ['main', 'master']) {
      const ref = `${remote}/${name}`
      if ((await ask('rev-parse', '--verify', '--quiet', `refs/remotes/${ref}`)) !== null) return ref
    }
    return null
  }

  return {
    facts: async () => {
      // A folder inside somebody else's clone is no clone of ours.
      const top = await ask('rev-parse', '--show-toplevel')
      if (top === null || realpathSync(top) !== realpathSync(root)) return { root, clone: null }
      const remotes = (await ask('remote'))?.split('\n') ?? []
      const remote = ['upstream', 'origin'].find((name) => remotes.includes(name)) ?? remotes[0] ?? null
      const [branch, upstream, localSha, remoteRef] = await Promise.all([
        ask('symbolic-ref', '--quiet', '--short', 'HEAD'),
        ask('rev-parse', '--abbrev-ref', '--symbolic-full-name', '@{upstream}'),
        ask('rev-parse', '--verify', '--quiet', 'HEAD'),
        remote === null ? null : mainOf(remote),
      ])
      const full = `refs/remotes/${remoteRef}`
      const remoteSha = remoteRef === null ? null : await ask('rev-parse', '--verify', '--quiet', full)
      const behind = remoteSha === null || localSha === null ? null : await ask('rev-list', '--count', `HEAD..${full}`)
      return {
        root,
        clone: { remote, remoteRef, branch, upstream, localSha, remoteSha, behind: Number(behind ?? 0) },
      }
    },
    fetch: async (remote) => {
      try {
        await run(['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--end-of-options', remote], FETCH_MS)
        return null
      } catch (error) {
        // Git's own words name the address, which may hold a password.
        const { killed } = error as { readonly killed?: boolean }
        return killed === true ? 'no answer within a minute' : 'the remote did not answer, or refused'
      }
    },
  }
}
