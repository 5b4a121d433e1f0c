import { parseBounded } from '../../domain/json/depth.js'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readIfPresent } from '../files/read-if-present.js'
import { replaceFile } from '../files/replace-file.js'

/**
 * An entry of the file through which other dashboards find each other's ports, and through which hooks installed for one of
 * them also reach us: `{port, pid, startedAt, servers: [{port, pid, startedAt, dataDir}]}`. The top-level members are the entry
 * that older readers know.
 */
interface DiscoveredServer {
  readonly port: number
  readonly pid: number
  /** ISO 8601. */
  readonly startedAt: string
  readonly dataDir: string
}

const fileIn = (claudeHome: string): string => join(claudeHome, '.agent-dashboard.json')

const isServer = (value: unknown): value is DiscoveredServer =>
  typeof value === 'object' &&
  value !== null &&
  'port' in value &&
  Number.isInteger(value.port) &&
  'pid' in value &&
  Number.isInteger(value.pid)

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Returns the servers that are alive. An unreadable or malformed file yields none. */
export const discoveredServers = (claudeHome: string): readonly DiscoveredServer[] => {
  try {
    const content: unknown = parseBounded(readIfPresent(fileIn(claudeHome)) ?? '{}')
    if (typeof content !== 'object' || content === null || !('servers' in content)) return []
    if (!Array.isArray(content.servers)) return []
    return content.servers.filter(isServer).filter((server) => isAlive(server.pid))
  } catch {
    return []
  }
}

const write = (claudeHome: string, servers: readonly DiscoveredServer[]): void => {
  const { port, pid, startedAt } = servers.at(-1) ?? {}
  replaceFile(fileIn(claudeHome), `${JSON.stringify({ port, pid, startedAt, servers }, null, 2)}\n`, 0o600)
}

/** Adds our entry and drops those of dead processes. Does nothing when the Claude Code home does not exist. */
export const announceToPeers = (claudeHome: string, server: DiscoveredServer): void => {
  if (!existsSync(claudeHome)) return
  write(claudeHome, [...discoveredServers(claudeHome).filter(({ pid }) => pid !== server.pid), server])
}

/** Removes our entry and leaves the others. */
export const withdrawFromPeers = (claudeHome: string, pid: number): void => {
  const servers = discoveredServers(claudeHome)
  if (servers.some((server) => server.pid === pid)) {
    write(
      claudeHome,
      servers.filter((server) => server.pid !== pid),
    )
  }
}
