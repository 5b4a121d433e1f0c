import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { shellQuoted } from '../../../src/adapters/files/shell.js'
import { endServer, tmuxOf } from '../tmux/panes.js'
import type { Clis } from './clis.js'
import type { AgentHome } from './home.js'
import { until } from './until.js'
import { type Watched, watchAgents } from './watched.js'

export interface PaneSeen {
  readonly slot: number
  readonly run_id: string
  readonly session_id: string | null
  readonly alive: boolean
  readonly exit_code: number | null
  readonly signal: string | null
  readonly [member: string]: unknown
}

/** What a request about lanes answers. */
export interface LaneAnswer {
  readonly lane: { readonly id: number; readonly cwd: string; readonly status: string; readonly run_id: string | null }
  readonly run_id: string
  readonly slot: number
  readonly panes: readonly PaneSeen[]
  readonly error?: { readonly code: string }
}

/** A service that starts the real CLIs in lanes. */
export interface AgentsInLanes extends Watched {
  readonly post: <A = LaneAnswer>(path: string, body?: unknown) => Promise<A>
  /** Returns the id of a new lane on a directory; the agents trust that of the home. */
  readonly lane: (cwd: string) => Promise<number>
  readonly panes: (lane: number) => Promise<readonly PaneSeen[]>
  /** Waits until the last run of a slot looks like this. */
  readonly paneIs: (lane: number, slot: number, wanted: Readonly<Record<string, unknown>>) => Promise<PaneSeen>
  readonly screen: (lane: number, slot: number) => string
  readonly shows: (lane: number, slot: number, text: string | RegExp) => Promise<string>
  readonly press: (lane: number, slot: number, ...keys: readonly string[]) => void
  readonly pidOf: (lane: number, slot: number) => number
}

/** Writes programs named like the CLIs. They set what the service keeps from its children: the address and key of the model. */
const writePrograms = (home: AgentHome, clis: Clis): string => {
  const bin = join(home.root, 'bin')
  mkdirSync(bin)
  const { PATH: _path, TERM: _term, ...env } = home.env
  const exported = Object.entries(env).map(([name, value]) => `export ${name}=${shellQuoted(value)}`)
  const commands = {
    claude: shellQuoted(clis.claude),
    // A user reviews the hooks once.
    codex: `${shellQuoted(clis.codex)} --dangerously-bypass-hook-trust`,
  }
  for (const [name, command] of Object.entries(commands)) {
    writeFileSync(join(bin, name), ['#!/bin/sh', ...exported, `exec ${command} "$@"`, ''].join('\n'))
    chmodSync(join(bin, name), 0o700)
  }
  return bin
}

/** Sets up the service, the home and the model for every test of the surrounding block. Its tmux server ends with the test. */
export const agentsInLanes = (clis: Clis | null): AgentsInLanes => {
  const watched = watchAgents(clis, (home) =>
    clis === null ? {} : { PATH: `${writePrograms(home, clis)}:${process.env['PATH']}`, HOME: home.root },
  )
  let tmux: ReturnType<typeof tmuxOf>
  beforeEach(() => {
    if (clis !== null) tmux = tmuxOf(watched.home().dataDir)
  })
  // Before the home is removed, where the agents write until they have exited.
  afterEach(async () => {
    if (clis === null) return
    const { lanes } = await watched.get<{ lanes: readonly { id: number }[] }>('/api/lanes')
    await Promise.all(lanes.map(({ id }) => post(`/api/lanes/${id}/stop`)))
    endServer(watched.home().dataDir)
  })

  const target = (lane: number, slot: number): string => `=lane-${lane}-${slot}:`
  const screen = (lane: number, slot: number): string => tmux('capture-pane', '-p', '-t', target(lane, slot))
  const post = async <A>(path: string, body: unknown = {}): Promise<A> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(watched.service().url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()) as A
  }
  const panes = async (lane: number) => (await watched.get<LaneAnswer>(`/api/lanes/${lane}`)).panes
  return {
    ...watched,
    post,
    lane: async (cwd) => (await post<LaneAnswer>('/api/lanes', { cwd })).lane.id,
    panes,
    paneIs: (lane, slot, wanted) =>
      until(`the pane in slot ${slot} to be ${JSON.stringify(wanted)}`, async () => {
        const pane = (await panes(lane)).find((one) => one.slot === slot)
        return pane !== undefined && Object.entries(wanted).every(([key, value]) => pane[key] === value) && pane
      }),
    screen,
    shows: (lane, slot, text) =>
      until(`slot ${slot} to show ${String(text)}`, () => {
        const shown = screen(lane, slot)
        return (typeof text === 'string' ? shown.includes(text) : text.test(shown)) && shown
      }),
    press: (lane, slot, ...keys) => void tmux('send-keys', '-t', target(lane, slot), ...keys),
    pidOf: (lane, slot) => {
      const pid = Number(tmux('display-message', '-p', '-t', target(lane, slot), '#{pane_pid}'))
      // A signal to 0 would be one to the tests themselves.
      if (pid <= 1) throw new Error(`pane ${slot} of lane ${lane} has no process`)
      return pid
    },
  }
}
