import { Link } from '@tanstack/react-router'
import type { Lane } from '../../../api/types.js'
import { Age } from '../../../kit/time.js'
import { NodeSign } from './node-sign.js'
import styles from './strip.module.css'

/** How far a lane is in its pipeline: a sign for each stage, and the name of the current one. */
export function PipelineStrip({ lane }: { readonly lane: Lane }) {
  const { pipeline_nodes: nodes, stage_since: since } = lane
  const current = nodes.find((node) => node.current)
  if (current === undefined) return null
  return (
    <Link
      to="/lanes/$lane"
      params={{ lane: String(lane.id) }}
      search={{ tab: 'pipeline' }}
      className={styles['strip']}
      title={lane.pipeline_name}
    >
      <span aria-hidden>
        {nodes.map((node) => (
          <NodeSign key={node.id} gate={node.gate} state={node.state} />
        ))}
      </span>
      <b>{current.label}</b>
      {since !== null && <Age since={since} className="num" />}
    </Link>
  )
}
