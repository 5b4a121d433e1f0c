import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Client } from '../client.js'
import { LANES, type LaneStory, PIPELINE, type Work } from '../stories/lanes.js'
import { RACE } from '../stories/race.js'
import type { LaneAgents } from './agents.js'
import { saveProof } from './proof.js'

interface Lane {
  readonly id: number
  readonly cwd: string
  readonly status: string
}
interface Refused {
  readonly error?: { readonly code: string; readonly message: string }
}
interface Answer extends Refused {
  readonly lane: Lane
}
interface Started extends Refused {
  readonly race: { readonly lanes: readonly { readonly lane_id: number }[] }
  readonly refused: readonly { readonly code: string }[]
}
interface Seen {
  readonly expect: { readonly head: string; readonly diff: string }
}

interface Parts {
  readonly client: Client
  readonly agents: LaneAgents
  readonly dataDir: string
  /** Where the repository of the lanes is. */
  readonly repository: string
  /** Commits everything in a directory. */
  readonly commit: (dir: string, subject: string) => Promise<void>
  readonly complain: (line: string) => void
}

const POLL_MS = 50

/** Creates the lanes of the demo and starts their agents. Where tmux is missing, the agents have no terminals. */
export const openLanes = async (parts: Parts): Promise<void> => {
  const { client, agents, dataDir, repository, commit, complain } = parts
  const provisioned = async (id: number): Promise<Lane> => {
    for (;;) {
      const { json } = await client.ask<Answer>('GET', `/api/lanes/${id}`)
      if (json.lane.status !== 'provisioning') return json.lane
      await setTimeout(POLL_MS)
    }
  }
  const committed = async (dir: string, { subject, edits }: Work): Promise<void> => {
    for (const { path, from, to } of edits) {
      const file = join(dir, path)
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replace(from, () => to),
      )
    }
    await commit(dir, subject)
  }
  const openLane = async (story: LaneStory): Promise<void> => {
    const { title, tool, base, agent, work, meanwhile, isAccepted = false, stages = [], hasProof = false } = story
    const pipeline = stages.length > 0 ? { pipeline: PIPELINE.id } : {}
    const body = { sourceRepo: repository, title, tool, ...(base === undefined ? {} : { base }), ...pipeline }
    const { json } = await client.ask<Answer>('POST', '/api/lanes/worktree', body)
    if (json.error !== undefined) throw new Error(json.error.message)
    const { id, cwd } = await provisioned(json.lane.id)
    for (const stage of stages) await client.send('POST', `/api/lanes/${id}/stage`, stage)
    if (hasProof) await saveProof(dataDir, id)
    if (work !== undefined) await committed(cwd, work)
    if (meanwhile !== undefined) await committed(repository, meanwhile)
    if (isAccepted) {
      const { expect } = (await client.ask<Seen>('GET', `/api/lanes/${id}/seen`)).json
      await client.send('POST', `/api/lanes/${id}/accept`, { expect })
    }
    if (agent === undefined) return
    agents.plan(cwd, agent)
    const prompt = agent.story.turns[0]?.prompt ?? ''
    const started = await client.ask<Answer>('POST', `/api/lanes/${id}/start`, { prompt })
    if (started.json.error?.code === 'ETMUXMISSING') agents.playWithoutPane(cwd, agent)
    else if (started.json.error !== undefined) throw new Error(started.json.error.message)
  }
  const openRace = async (): Promise<void> => {
    const { prompt, limit, secondsAgo, racers } = RACE
    for (const { story } of racers) agents.planFor(prompt, { story, secondsAgo })
    const body = {
      repo: repository,
      title: 'Search with typos',
      prompt,
      limit_usd: limit,
      agents: racers.map(({ tool, effort }) => ({ tool, effort })),
    }
    const { json } = await client.ask<Started>('POST', '/api/races', body)
    if (json.error !== undefined) throw new Error(json.error.message)
    if (!json.refused.some(({ code }) => code === 'ETMUXMISSING')) return
    for (const [at, { lane_id: id }] of json.race.lanes.entries()) {
      const story = racers[at]?.story
      if (story !== undefined) agents.playWithoutPane((await provisioned(id)).cwd, { story, secondsAgo })
    }
  }
  try {
    for (const lane of LANES) await openLane(lane)
    await openRace()
  } catch (error) {
    complain(`the lanes of the demo could not be opened: ${(error as Error).message}`)
  }
}
