import * as Layer from 'effect/Layer'
import { systemDirectories } from '../adapters/files/directories.js'
import { gitCheckout } from '../adapters/git/checkout.js'
import { systemGit } from '../adapters/git/git.js'
import { httpOut } from '../adapters/http-client/http-out.js'
import { systemSsh } from '../adapters/ssh/ssh.js'
import type { Clock } from '../commands/ports/clock.js'
import { Directories } from '../commands/ports/directories.js'
import { HttpOut } from '../commands/ports/http-out.js'
import type { Machine } from '../commands/ports/machine.js'
import { Releases } from '../commands/ports/releases.js'
import { Ssh } from '../commands/ports/ssh.js'
import type { Config } from '../config.js'

/** Provides the services of this machine. `root` is the folder that the service runs from. */
export const machineOf = (
  { sshConfig, childEnvironment }: Pick<Config, 'sshConfig' | 'childEnvironment'>,
  root: string,
  clock: Clock,
): Layer.Layer<Machine> =>
  Layer.mergeAll(
    Layer.succeed(Directories, systemDirectories),
    Layer.succeed(HttpOut, httpOut(clock)),
    Layer.succeed(Releases, gitCheckout(root, systemGit(childEnvironment))),
    Layer.succeed(Ssh, systemSsh(sshConfig, childEnvironment)),
  )
