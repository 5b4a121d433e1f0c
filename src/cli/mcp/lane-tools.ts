import { allLanes } from '../all-lanes.js'
import { type Tool, tool } from '../../adapters/mcp/serve.js'
import { RESULTS } from '../../domain/pipeline/stage.js'
import { SLOTS } from '../../domain/run/run.js'
import { Schema as S } from '../../domain/schema.js'
import { short } from '../../domain/text.js'
import type { RouteAnswer } from '../../http/contract/index.js'
import { Failure } from '../exit.js'
import type { Ask } from '../service.js'
import { LONGEST, sessionShape } from './session-shape.js'
import { stackTools } from './stack-tools.js'

const MOST_LANES = 100

const LaneId = S.Int.pipe(S.positive()).annotations({ description: 'the id of a lane, from the tool lanes' })
const Slot = S.Int.pipe(S.between(SLOTS[0], SLOTS[9]))

type LaneAnswer = RouteAnswer<'GET /api/lanes/:id'>

const laneShape = ({ id, cwd, title, tool: agent, kind, status, branch, stage, notes }: LaneAnswer['lane']) => ({
  lane_id: id,
  title: short(title ?? '', LONGEST),
  folder: cwd,
  tool: agent,
  kind,
  status,
  branch,
  stage,
  notes: notes === null ? null : short(notes, LONGEST),
})

/** Returns the tools that list lanes, read their state, start agents in them, and run their stacks. */
export const laneTools = (ask: Ask): readonly Tool[] => {
  /** Returns the session of a pane; null if it has none, or if it was deleted. */
  const sessionOf = async (id: string | null) => {
    if (id === null) return null
    try {
      return sessionShape((await ask('GET /api/sessions/:id', { id }, { events_limit: 1 })).session)
    } catch (error) {
      if (error instanceof Failure) return null
      throw error
    }
  }

  return [
    tool({
      name: 'lanes',
      title: 'Lanes',
      description:
        'Lists the lanes: directories, often git worktrees, that coding agents run in. Returns their ids for the other tools.',
      input: S.Struct({ limit: S.optionalWith(S.Int.pipe(S.between(1, MOST_LANES)), { default: () => MOST_LANES }) }),
      answer: async ({ limit }) => {
        const lanes = await allLanes(ask)
        return { total: lanes.length, lanes: lanes.slice(0, limit).map(laneShape) }
      },
    }),
    tool({
      name: 'lane_state',
      title: 'State of a lane',
      description:
        'Returns the state of a lane and of the agent in each of its slots: whether it works or waits, since when, and its last question or message.',
      input: S.Struct({ lane_id: LaneId }),
      answer: async ({ lane_id }) => {
        const { lane, panes } = await ask('GET /api/lanes/:id', { id: String(lane_id) })
        return {
          ...laneShape(lane),
          slots: await Promise.all(
            panes.map(async ({ slot, run_id, session_id, tool: agent, shell, alive, started_at, exit_code }) => ({
              slot,
              run_id,
              tool: agent,
              shell,
              alive,
              started_at,
              exit_code,
              session: await sessionOf(session_id),
            })),
          ),
        }
      },
    }),
    tool({
      name: 'declare_stage',
      title: 'Declare a stage',
      description:
        'Declares the stage that the work in a lane is in, and returns the stages of its pipeline. A result and its evidence are those of the named stage; a gate needs evidence.',
      changes: true,
      input: S.Struct({
        lane_id: LaneId,
        stage: S.NonEmptyString.annotations({ description: 'the id of a stage; an error lists them' }),
        result: S.optional(S.Literal(...RESULTS)),
        evidence: S.optional(S.Array(S.String).annotations({ description: 'links or paths that show the result' })),
      }),
      answer: async ({ lane_id, ...body }) => {
        const { lane } = await ask('POST /api/lanes/:id/stage', { id: String(lane_id) }, {}, body)
        const { stage, progress, pipeline_nodes } = lane
        return { lane_id, stage, progress, stages: pipeline_nodes.map(({ id, gate, state }) => ({ id, gate, state })) }
      },
    }),
    tool({
      name: 'start_run',
      title: 'Start an agent',
      description:
        'Starts the agent of a lane with a prompt, in the first free slot unless a slot is given. The agent asks its user for permissions as usual.',
      changes: true,
      input: S.Struct({
        lane_id: LaneId,
        prompt: S.NonEmptyString.annotations({ description: 'what the agent is to do' }),
        slot: S.optional(Slot),
      }),
      answer: async ({ lane_id, prompt, slot }) => {
        const body = { prompt, slot: slot ?? 'auto' } as const
        const started = await ask('POST /api/lanes/:id/start', { id: String(lane_id) }, {}, body)
        return { lane_id, run_id: started.run_id, slot: started.slot }
      },
    }),
    tool({
      name: 'message_agent',
      title: 'Message an agent',
      description:
        'Sends a text to the agent that runs in a lane, as its user would. It works on it next. Fails while the agent waits for an answer of its user.',
      changes: true,
      input: S.Struct({
        lane_id: LaneId,
        text: S.NonEmptyString.annotations({ description: 'what the agent is to know or do' }),
        slot: S.optional(Slot),
      }),
      answer: async ({ lane_id, ...body }) => {
        const sent = await ask('POST /api/lanes/:id/message', { id: String(lane_id) }, {}, body)
        return { lane_id, run_id: sent.run_id, slot: sent.slot }
      },
    }),
    ...stackTools(ask),
  ]
}
