import { basename } from 'node:path'
import { readConfig } from '../config.js'
import { allLanes, type ListedLane as Lane } from './all-lanes.js'
import { painter, print, printJson, say } from './output.js'
import { SITUATION_WORDS } from './reports/situations.js'
import { tableLines } from './reports/table.js'
import type { Ask } from './service.js'

type Situation = keyof typeof SITUATION_WORDS

/** More sessions than are active at once. */
const MOST = 1000
/** The first one is what the user should know about a lane with several sessions. */
const ORDER = Object.keys(SITUATION_WORDS) as readonly Situation[]

interface Doing {
  readonly situation: Situation
  /** Null for a dialog before the session of an agent. */
  readonly session: string | null
}

/** Returns what the sessions of each lane are doing that have not ended. */
const situations = async (ask: Ask): Promise<ReadonlyMap<number, Doing>> => {
  const { sessions } = await ask('GET /api/sessions', {}, { status: 'active', limit: MOST })
  const found = new Map<number, Doing>()
  for (const { id, lane_id, situation } of sessions) {
    const known = lane_id === null ? undefined : found.get(lane_id)?.situation
    if (lane_id === null || (known !== undefined && ORDER.indexOf(known) <= ORDER.indexOf(situation))) continue
    found.set(lane_id, { situation, session: id })
  }
  return found
}

const nameOf = ({ title, cwd }: Lane): string => title ?? basename(cwd)

/** Prints the lanes with what their agents are doing. */
export const list = async (ask: Ask, { json }: { readonly json?: boolean }): Promise<void> => {
  const lanes = await allLanes(ask)
  if (json) return printJson({ lanes })
  if (lanes.length === 0) return say('no lanes: create one with switchyard lanes new or switchyard lanes open')
  const doing = new Map(await situations(ask))
  for (const { id, panes } of lanes)
    if (panes.some(({ waiting }) => waiting !== null)) doing.set(id, { situation: 'needs_you', session: null })
  const agentOf = ({ id, panes }: Lane): string => {
    const situation = doing.get(id)?.situation
    if (situation !== undefined) return SITUATION_WORDS[situation]
    return panes.some(({ alive, tool }) => alive && tool !== null) ? 'not reported' : ''
  }
  const table = {
    columns: [
      { title: 'Id', align: 'right' as const },
      { title: 'Lane', least: 12 },
      { title: 'Status' },
      { title: 'Agent' },
      { title: 'Tool' },
      { title: 'Branch', least: 12 },
      { title: 'Directory', least: 20 },
    ],
    rows: lanes.map((lane) => {
      const { id, status, tool, branch, cwd } = lane
      return [String(id), nameOf(lane), status, agentOf(lane), tool, branch ?? '', cwd]
    }),
  }
  const width = process.stdout.isTTY ? process.stdout.columns : null
  for (const line of tableLines(table, width, painter(readConfig()))) print(line)
  const waiting = lanes.find(({ id }) => doing.get(id)?.situation === 'needs_you')
  if (waiting === undefined) return undefined
  const slot = slotThatWaits(waiting, doing.get(waiting.id)?.session ?? null)
  const how = slot === 0 ? '' : ` --slot ${slot}`
  return say(
    `lane ${waiting.id} waits for you${slot === undefined ? '' : `: switchyard lanes attach ${waiting.id}${how}`}`,
  )
}

/** Returns the slot of the agent that waits; undefined if its session runs in another terminal. */
const slotThatWaits = ({ panes }: Lane, session: string | null): number | undefined =>
  panes.find(({ waiting, session_id }) => (session === null ? waiting !== null : session_id === session))?.slot
