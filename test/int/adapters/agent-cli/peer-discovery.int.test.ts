import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  announceToPeers,
  discoveredServers,
  withdrawFromPeers,
} from '../../../../src/adapters/agent-cli/peer-discovery.js'

let home: string
const file = () => join(home, '.agent-dashboard.json')
const server = (pid: number, port = 4820) => ({ port, pid, startedAt: '2026-01-01T00:00:00.000Z', dataDir: '/data' })

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'switchyard-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('the discovery file of the dashboards', () => {
  it('has the newest server at the top level and lists all running servers', () => {
    announceToPeers(home, server(process.ppid, 5000))
    announceToPeers(home, server(process.pid))
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
      port: 4820,
      pid: process.pid,
      startedAt: '2026-01-01T00:00:00.000Z',
      servers: [server(process.ppid, 5000), server(process.pid)],
    })
  })

  it('drops dead servers, and only our own entry when we stop', () => {
    writeFileSync(file(), JSON.stringify({ servers: [server(spawnSync('true').pid), server(process.ppid), 'odd'] }))
    announceToPeers(home, server(process.pid))
    expect(discoveredServers(home)).toEqual([server(process.ppid), server(process.pid)])
    withdrawFromPeers(home, process.pid)
    expect(discoveredServers(home)).toEqual([server(process.ppid)])
  })

  it('is rebuilt when it is invalid JSON', () => {
    writeFileSync(file(), '{"servers": [')
    announceToPeers(home, server(process.pid))
    expect(discoveredServers(home)).toEqual([server(process.pid)])
  })

  it('is not created without a Claude Code directory', () => {
    rmSync(home, { recursive: true })
    announceToPeers(home, server(process.pid))
    expect(existsSync(home)).toBe(false)
  })
})
