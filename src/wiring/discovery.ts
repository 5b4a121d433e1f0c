import { announceToPeers, withdrawFromPeers } from '../adapters/agent-cli/peer-discovery.js'
import { announceServer, withdrawServer } from '../adapters/agent-cli/server-file.js'
import type { Clock } from '../commands/ports/clock.js'
import type { Config } from '../config.js'

/** Announces where the service listens: to our forwarder and commands, and to Claude Code Agent Monitor's programs. */
export const announceAddress = (config: Config, port: number, clock: Clock) => {
  const { dataDir, claudeHome, host } = config
  const { pid } = process
  announceServer(dataDir, { host, port, pid })
  announceToPeers(claudeHome, { port, pid, startedAt: new Date(clock.now()).toISOString(), dataDir })
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    withdraw: (): void => {
      withdrawFromPeers(claudeHome, pid)
      withdrawServer(dataDir, pid)
    },
  }
}
