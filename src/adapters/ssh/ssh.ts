import { homedir } from 'node:os'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { SshPort } from '../../commands/ports/ssh.js'
import { type Part, readListing } from '../../domain/remote/listing.js'
import { type RemoteFolder, remoteFolder, type RemoteSource, SshFailure, tooSlow } from '../../domain/remote/source.js'
import { plain } from '../../domain/text.js'
import { MINUTE } from '../../domain/time.js'
import { type Finished, type ProcessError, run } from '../process/run.js'

const LISTING_BYTES = 32 * 1024 * 1024
const NO_FOLDER = 44
// Callers stop waiting long before.
const LONGEST_MS = 30 * MINUTE

// ssh must never prompt, forward anything, or run a local command from its configuration.
const OPTIONS = [
  'BatchMode=yes',
  'ConnectTimeout=10',
  'ServerAliveInterval=15',
  'ServerAliveCountMax=2',
  'ClearAllForwardings=yes',
  'PermitLocalCommand=no',
  'ForwardAgent=no',
  'RequestTTY=no',
]

/** Returns a text quoted as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Returns a remote folder as a word of the remote shell; `~` is its home directory. */
const folderWord = (folder: string): string => {
  if (folder === '~') return '"$HOME"'
  return folder.startsWith('~/') ? `"$HOME"/${quoted(folder.slice(2))}` : quoted(folder)
}

const inFolder = (path: string, script: string): string =>
  `cd ${folderWord(path)} 2>/dev/null || exit ${NO_FOLDER}; ${script}`

/** A command line for the other machine, and its input. */
interface Call {
  readonly command: string
  readonly input: string
}

// Commands that cmd.exe, PowerShell and a POSIX shell parse alike.
const SHELLS = { wsl: 'wsl.exe -e sh -s', windows: 'sh -s' } as const
const END = 'END_OF_PARTS'

/**
 * Returns the call that runs a script in a folder, with lines as its input. The login shell of Windows is not a POSIX shell:
 * there the script is sent as the input of one, with its lines included, so that no Windows quoting applies to a path.
 */
const callIn = ({ shell, path }: RemoteFolder, script: string, lines: string): Call => {
  if (shell === 'login') return { command: inFolder(path, script), input: lines }
  // A line is two numbers and a name without line breaks, so no line can equal the delimiter.
  return { command: SHELLS[shell], input: `${inFolder(path, script)} <<'${END}'\n${lines}${END}\n` }
}

const LIST = `find . -type f '(' -name '*.jsonl' -o -name '*.jsonl.zst' ')' -exec wc -c {} +`
// One input line per part. The names are data and never part of the script.
const FETCH = 'while read -r from length name; do tail -c +"$from" "./$name" | head -c "$length"; done'

/**
 * Returns a port for the system's `ssh`. Host names were checked for options; host and command follow `--`.
 * @param configFile a configuration file to use instead of the user's own
 * @param env what ssh sees of the environment: it finds its agent and its keys by it
 */
export const systemSsh = (configFile: string | null, env: Readonly<Record<string, string>>): SshPort => {
  const call = (
    source: RemoteSource,
    { command, input }: Call,
    maxOutput: number,
  ): Effect.Effect<Finished, SshFailure> => {
    const args = [...argumentsFor(source, configFile), '--', source.host, command]
    return run({ program: 'ssh', args, env, input, timeout: LONGEST_MS, maxOutput }).pipe(
      Effect.mapError(failureOf),
      // 255 is ssh's own exit code. Other codes come from the remote command.
      Effect.filterOrFail(
        ({ code }) => code !== 255 && code !== null,
        ({ complaint }) => new SshFailure(explained(complaint)),
      ),
    )
  }
  return {
    list: (source, folder) =>
      Effect.gen(function* () {
        const { code, output, complaint } = yield* call(source, callIn(remoteFolder(folder), LIST, ''), LISTING_BYTES)
        if (code === NO_FOLDER) return null
        // The command could not run: not the same as a folder without transcripts.
        if (code !== 0 && output.length === 0) return yield* Effect.fail(new SshFailure(explained(complaint)))
        return readListing(output.toString('utf8'))
      }),
    fetch: (source, folder, parts) => {
      const wanted = parts.map(({ path, offset, length }) => `${offset + 1} ${length} ${path}\n`).join('')
      const total = parts.reduce((sum, { length }) => sum + length, 0)
      return Effect.map(call(source, callIn(remoteFolder(folder), FETCH, wanted), total), ({ output }) =>
        output.length === total ? cut(output, parts) : null,
      )
    },
  }
}

const argumentsFor = ({ sshPort, identityFile }: RemoteSource, configFile: string | null): string[] => [
  '-T',
  ...(configFile === null ? [] : ['-F', configFile]),
  ...OPTIONS.flatMap((option) => ['-o', option]),
  ...(sshPort === null ? [] : ['-p', String(sshPort)]),
  ...(identityFile === null ? [] : ['-o', 'IdentitiesOnly=yes', '-i', atHome(identityFile)]),
]

const atHome = (path: string): string => (path.startsWith('~/') ? join(homedir(), path.slice(2)) : path)

const cut = (output: Buffer, parts: readonly Part[]): readonly Buffer[] => {
  let from = 0
  return parts.map(({ length }) => {
    from += length
    return output.subarray(from - length, from)
  })
}

/** Returns what a failed call means for the user. */
const failureOf = (error: ProcessError): SshFailure => {
  if (error._tag === 'TimedOut') return tooSlow()
  if (error._tag === 'TooMuchOutput') return new SshFailure('the remote machine sent more data than requested')
  return new SshFailure(error.notFound ? 'ssh is not installed on this machine' : error.reason)
}

/** Returns the last line of ssh's error output, and what to do about it where we know. */
const explained = (complaint: string): string => {
  const line = plain(complaint.trim().split('\n').at(-1) ?? '').slice(0, 300) || 'ssh failed without a message'
  if (/host key verification failed|no .*host key is known/i.test(complaint)) {
    return `${line}: connect once with ssh in a terminal to accept its host key`
  }
  if (/permission denied/i.test(complaint))
    return `${line}: use a key without a passphrase, or add the key to ssh-agent`
  if (/\bsh(?:\.exe)?['"]? is not recognized|sh: (?:command )?not found/i.test(complaint))
    return `${line}: this path needs a POSIX shell on the remote machine, such as Git Bash; or use wsl:`
  return line
}
