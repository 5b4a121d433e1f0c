import { setTimeout } from 'node:timers/promises'
import type { Client } from '../client.js'
import { LANES, type LaneStory } from '../stories/lanes.js'
import type { LaneAgents } from './agents.js'

interface Lane {
  readonly id: number
  readonly cwd: string
  readonly status: string
}
interface Answer {
  readonly lane: Lane
  readonly error?: { readonly code: string; readonly message: string }
}

interface Parts {
  readonly client: Client
  readonly agents: LaneAgents
  /** Where the repository of the lanes is. */
  readonly repository: string
  readonly complain: (line: string) => void
}

const POLL_MS = 50

/** Creates the lanes of the demo and starts their agents. Where tmux is missing, the agents have no terminals. */
export const openLanes = async ({ client, agents, repository, complain }: Parts): Promise<void> => {
  const provisioned = async (id: number): Promise<Lane> => {
    for (;;) {
      const { json } = await client.ask<Answer>('GET', `/api/lanes/${id}`)
      if (json.lane.status !== 'provisioning') return json.lane
      await setTimeout(POLL_MS)
    }
  }
  const openLane = async ({ title, tool, base, agent }: LaneStory): Promise<void> => {
    const body = { sourceRepo: repository, title, tool, ...(base === undefined ? {} : { base }) }
    const { json } = await client.ask<Answer>('POST', '/api/lanes/worktree', body)
    if (json.error !== undefined) throw new Error(json.error.message)
    const { id, cwd } = await provisioned(json.lane.id)
    if (agent === undefined) return
    agents.plan(cwd, agent)
    const prompt = agent.story.turns[0]?.prompt ?? ''
    const started = await client.ask<Answer>('POST', `/api/lanes/${id}/start`, { prompt })
    if (started.json.error?.code === 'ETMUXMISSING') agents.playWithoutPane(cwd, agent)
    else if (started.json.error !== undefined) throw new Error(started.json.error.message)
  }
  try {
    for (const lane of LANES) await openLane(lane)
  } catch (error) {
    complain(`the lanes of the demo could not be opened: ${(error as Error).message}`)
  }
}
