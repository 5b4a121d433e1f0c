import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readIfPresent } from './read-if-present.js'
import { replaceFile } from './replace-file.js'

/**
 * The file in which dashboards of another make find each other's ports, and through which hooks that were installed for one of
 * them also reach us: `{port, pid, startedAt, servers: [{port, pid, startedAt, dataDir}]}`, the top level being the entry
 * that older readers know.
 */
export interface DiscoveredServer {
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
    // A process of another user is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The servers that are alive. A file that cannot be read as one names none: nothing of it could be used anyway. */
export const discoveredServers = (claudeHome: string): readonly DiscoveredServer[] => {
  const text = readIfPresent(fileIn(claudeHome))
  if (text === null) return []
  try {
    const content: unknown = JSON.parse(text)
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

/** Adds our entry, and drops those of processes that are gone. Someone without a Claude Code home does not get one. */
export const announceToPeers = (claudeHome: string, server: DiscoveredServer): void => {
  if (!existsSync(claudeHome)) return
  write(claudeHome, [...discoveredServers(claudeHome).filter(({ pid }) => pid !== server.pid), server])
}

/** Removes our entry only. */
export const withdrawFromPeers = (claudeHome: string, pid: number): void => {
  const servers = discoveredServers(claudeHome)
  if (servers.some((server) => server.pid === pid)) {
    write(
      claudeHome,
      servers.filter((server) => server.pid !== pid),
    )
  }
}
