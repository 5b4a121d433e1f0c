import type { Agent } from '../../../api/types.js'
import { duration, instant, usd } from '../../../format/format.js'
import { Tokens } from '../../../kit/amount.js'
import { useTimed } from '../../../live/clock.js'
import { AgentGlyph } from './agent-glyph.js'
import { agentLabel } from './agent-label.js'

/** One agent of the table, set in by its place in the tree. */
export function AgentRow({ agent, depth, cost }: { agent: Agent; depth: number; cost: number }) {
  const time = useTimed((now) =>
    duration((agent.ended_at === null ? now : Date.parse(agent.ended_at)) - Date.parse(agent.started_at)),
  )
  const { subagent_type: kind } = agent
  const label = agentLabel(agent)
  // A compaction is a moment in the session: it takes no time, tokens or money of its own.
  const isMoment = kind === 'compaction'
  return (
    <tr>
      <th scope="row" style={{ paddingLeft: `${12 + Math.min(depth, 6) * 22}px` }}>
        <span className="agent-name">
          <AgentGlyph agent={agent} />
          <span>{label}</span>
          {kind !== null && kind !== label && !isMoment && <span className="chip soft">{kind}</span>}
          {depth > 0 && <span className="sr-only">, level {depth + 1}</span>}
        </span>
      </th>
      <td className="task" title={agent.task ?? undefined}>
        {agent.task}
      </td>
      <td className="mono doing">{agent.current_tool}</td>
      {isMoment ? (
        <td colSpan={3} />
      ) : (
        <>
          <td className="r num" title={`Started ${instant(agent.started_at)}`}>
            {time}
          </td>
          <td className="r">
            <Tokens value={agent.input_tokens + agent.output_tokens} atLeast={agent.output_tokens > 0} />
          </td>
          <td className="r num">{usd(cost)}</td>
        </>
      )}
    </tr>
  )
}
