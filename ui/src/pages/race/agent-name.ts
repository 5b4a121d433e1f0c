import { TOOLS } from '../../api/tools.js'
import type { Race } from '../../api/types.js'
import { modelName } from '../../format/format.js'

type RaceLane = Race['lanes'][number]

/** Returns what tells an agent from the others: its model, or its tool. */
export const agentName = ({ tool, model }: RaceLane): string => (model === null ? TOOLS[tool].name : modelName(model))

/** Returns the rest of what an agent was started with. Without a named model, that of its session tells which one it got. */
export const agentNote = ({ tool, model, effort }: RaceLane, used: string | null = null): string =>
  [
    ...(model === null ? (used === null ? [] : [modelName(used)]) : [TOOLS[tool].name]),
    ...(effort === null ? [] : [effort]),
  ].join(', ')
