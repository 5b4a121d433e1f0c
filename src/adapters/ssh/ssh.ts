import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { SshPort } from '../../commands/ports/ssh.js'
import { type Part, readListing } from '../../domain/remote/listing.js'
import { type RemoteFolder, remoteFolder, type RemoteSource, SshFailure } from '../../domain/remote/source.js'
import { plain } from '../../domain/text.js'

const LISTING_BYTES = 32 * 1024 * 1024
const NO_FOLDER = 44

// No question is ever asked, nothing is forwarded, and no command of a configuration runs here.
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

/** A text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A folder of the other machine as a word of its shell; `~` is its home directory. */
const folderWord = (folder: string): string => {
  if (folder === '~') return '"$HOME"'
  return folder.startsWith('~/') ? `"$HOME"/${quoted(folder.slice(2))}` : quoted(folder)
}

const inFolder = (path: string, script: string): string =>
  `cd ${folderWord(path)} 2>/dev/null || exit ${NO_FOLDER}; ${script}`

/** A command line of the other machine, and what it reads. */
interface Call {
  readonly command: string
  readonly input: string
}

// Words that cmd.exe, PowerShell and a POSIX shell read alike.
const SHELLS = { wsl: 'wsl.exe -e sh -s', windows: 'sh -s' } as const
const END = 'END_OF_PARTS'

/**
 * A script for a folder, with lines for it to read. The login shell of Windows is none of POSIX: there the script is sent
 * as input of one, so that no quoting of Windows ever sees a path, with its lines in it.
 */
const callIn = ({ shell, path }: RemoteFolder, script: string, lines: string): Call => {
  if (shell === 'login') return { command: inFolder(path, script), input: lines }
  // A line is two numbers and a name without line breaks: none of them can end the input.
  return { command: SHELLS[shell], input: `${inFolder(path, script)} <<'${END}'\n${lines}${END}\n` }
}

const LIST = `find . -type f -name '*.jsonl' -exec wc -c {} +`
// One line of the input for each part; the names come in as data and are never part of the script.
const FETCH = 'while read -r from length name; do tail -c +"$from" "./$name" | head -c "$length"; done'

/**
 * The system's `ssh` as a port. Host names were checked for options; host and command stand behind `--`.
 * @param configFile another configuration than the user's own
 */
export const systemSsh = (configFile: string | null): SshPort => {
  const run = (source: RemoteSource, { command, input }: Call, limit: number, signal: AbortSignal) =>
    execute([...argumentsFor(source, configFile), '--', source.host, command], input, limit, signal)
  return {
    list: async (source, folder, signal) => {
      const call = callIn(remoteFolder(folder), LIST, '')
      const { code, output, complaint } = await run(source, call, LISTING_BYTES, signal)
      if (code === NO_FOLDER) return null
      // Nothing could be run there: not the same as a folder without transcripts.
      if (code !== 0 && output.length === 0) throw new SshFailure(explained(complaint))
      return readListing(output.toString('utf8'))
    },
    fetch: async (source, folder, parts, signal) => {
      const wanted = parts.map(({ path, offset, length }) => `${offset + 1} ${length} ${path}\n`).join('')
      const total = parts.reduce((sum, { length }) => sum + length, 0)
      const { output } = await run(source, callIn(remoteFolder(folder), FETCH, wanted), total, signal)
      return output.length === total ? cut(output, parts) : null
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

interface Executed {
  readonly code: number
  readonly output: Buffer
  /** The end of what it wrote to its error output. */
  readonly complaint: string
}

const execute = (args: readonly string[], input: string, limit: number, signal: AbortSignal): Promise<Executed> =>
  new Promise((resolve, reject) => {
    const child = spawn('ssh', args, { stdio: ['pipe', 'pipe', 'pipe'], signal })
    const chunks: Buffer[] = []
    let size = 0
    let complaint = ''
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else child.kill()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString('utf8')).slice(-2000)
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (error.name === 'AbortError') reject(new SshFailure('the other machine did not answer in time'))
      else reject(new SshFailure(error.code === 'ENOENT' ? 'ssh is not installed on this machine' : error.message))
    })
    child.on('close', (code) => {
      if (size > limit) return reject(new SshFailure('the other machine sent more than was asked for'))
      // 255 is ssh's own: the rest comes from what ran there.
      if (code === 255 || code === null) return reject(new SshFailure(explained(complaint)))
      return resolve({ code, output: Buffer.concat(chunks), complaint })
    })
  })

/** The last line that ssh complained with, and what to do about it where we know. */
const explained = (complaint: string): string => {
  const line = plain(complaint.trim().split('\n').at(-1) ?? '').slice(0, 300) || 'ssh ended without a word'
  if (/host key verification failed|no .*host key is known/i.test(complaint)) {
    return `${line}: connect once with ssh by hand to accept its key`
  }
  if (/permission denied/i.test(complaint))
    return `${line}: a key without a password, or an agent that holds it, is needed`
  if (/\bsh(?:\.exe)?['"]? is not recognized|sh: (?:command )?not found/i.test(complaint))
    return `${line}: this path needs a POSIX shell there, such as that of Git for Windows; or use wsl:`
  return line
}
