import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'

const SSHD = '/usr/sbin/sshd'
export const hasSshd = existsSync(SSHD)

/** A real SSH server on loopback that accepts one key, stored in its folder. */
export interface Sshd {
  readonly host: string
  readonly port: number
  readonly identityFile: string
  /** A client configuration that trusts only this server's key. */
  readonly config: string
  /** A client configuration that does not trust it. */
  readonly strangerConfig: string
  readonly stop: () => Promise<void>
}

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** @param programs a folder that comes first in the server's PATH */
export const startSshd = async (folder: string, programs?: string): Promise<Sshd> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = (name: string): string => join(folder, name)
  for (const name of ['host_key', 'user_key']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file(name)])
  }
  const port = await freePort()
  writeFileSync(file('authorized_keys'), readFileSync(file('user_key.pub')), { mode: 0o600 })
  writeFileSync(file('known_hosts'), `[127.0.0.1]:${port} ${readFileSync(file('host_key.pub'), 'utf8')}`)
  writeFileSync(
    file('sshd_config'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${file('host_key')}`,
      `AuthorizedKeysFile ${file('authorized_keys')}`,
      `PidFile ${file('sshd.pid')}`,
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'UsePAM no',
      'StrictModes no',
      'PermitRootLogin prohibit-password',
      // No profile of the person who runs the tests is read. Only the first line of its kind counts.
      `SetEnv HOME=${folder}${programs === undefined ? '' : ` PATH=${programs}:/usr/local/bin:/usr/bin:/bin`}`,
    ].join('\n'),
  )
  const clientConfig = (knownHosts: string): string =>
    `UserKnownHostsFile ${knownHosts}\nGlobalKnownHostsFile /dev/null\n`
  writeFileSync(file('config'), clientConfig(file('known_hosts')))
  writeFileSync(file('stranger_config'), clientConfig(file('nobody_known')))
  // The privilege separation directory, which packages create when the system starts sshd.
  mkdirSync('/run/sshd', { recursive: true })
  const child: ChildProcess = spawn(SSHD, ['-D', '-e', '-f', file('sshd_config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await listening(child)
  return {
    host: `${userInfo().username}@127.0.0.1`,
    port,
    identityFile: file('user_key'),
    config: file('config'),
    strangerConfig: file('stranger_config'),
    stop: async () => {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const listening = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Server listening')) resolve()
    })
    child.on('exit', () => reject(new Error(`sshd ended: ${said}`)))
  })
