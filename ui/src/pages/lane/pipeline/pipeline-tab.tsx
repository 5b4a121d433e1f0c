import type { Lane } from '../../../api/types.js'
import { Features } from './features.js'
import { History } from './history.js'
import { NextCard } from './next-card.js'
import { nextStep } from './next-step.js'
import styles from './pipeline.module.css'
import { Stages } from './stages.js'
import { Templates } from './templates.js'

/** Where a lane is in its pipeline: first what is missing for the next stage. */
export function PipelineTab({ lane }: { readonly lane: Lane }) {
  const step = nextStep(lane.pipeline_nodes)
  if (step === undefined) return <Templates lane={lane} />
  return (
    <div className={styles['tab']}>
      <NextCard lane={lane} step={step} />
      <Stages lane={lane} />
      <Features lane={lane} />
      <History lane={lane} />
    </div>
  )
}
