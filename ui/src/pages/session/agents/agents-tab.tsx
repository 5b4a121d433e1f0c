import { useQuery } from '@tanstack/react-query'
import { sessionAgentsQuery } from '../../../api/queries.js'
import type { Session } from '../../../api/types.js'
import { plural, usd } from '../../../format/format.js'
import { Tokens } from '../../../kit/amount.js'
import { FailureNote } from '../../../kit/failure-note.js'
import { AgentRow } from './agent-row.js'
import { ownCost, tokensOfAll, treeOf } from './tree.js'
import { useAgentsOf } from './use-agents.js'

/** Every agent of the session, under the one that called it, with its own time, tokens and cost. */
export function AgentsTab({ session }: { session: Session }) {
  const { error } = useQuery(sessionAgentsQuery(session.id))
  const agents = useAgentsOf(session.id)
  if (error !== null && agents.length === 0) return <FailureNote error={error} />
  return (
    <div className="agents">
      <table>
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col">Task</th>
            <th scope="col">Now</th>
            <th scope="col" className="r">
              Time
            </th>
            <th scope="col" className="r" title="Input and output; output is a lower bound">
              Tokens
            </th>
            <th scope="col" className="r">
              Cost
            </th>
          </tr>
        </thead>
        <tbody>
          {treeOf(agents).map(({ agent, depth }) => (
            <AgentRow key={agent.id} agent={agent} depth={depth} cost={ownCost(agent, agents, session)} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {plural(agents.length, 'agent')}
            </th>
            <td />
            <td className="r">
              <Tokens value={tokensOfAll(agents)} atLeast />
            </td>
            <td className="r num">{usd(session.cost ?? 0)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
