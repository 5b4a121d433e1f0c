import type * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import type { FeatureInput } from '../../domain/feature/decide.js'
import type { StageInput } from '../../domain/pipeline/decide.js'
import { pipelineView } from '../../domain/pipeline/stage.js'
import type { Templates } from '../../domain/pipeline/template.js'
import type { FeatureShape } from '../../projections/queries/features.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import type { CommandRunner } from '../kernel/run.js'
import { laneFeatures, laneStage } from './decider.js'

interface PipelineParts {
  readonly run: CommandRunner['run']
  /** The templates as the files are now. */
  readonly templates: () => Templates
  /** Copies the example templates to the folder of the templates. Existing files stay. */
  readonly installExamples: Effect.Effect<{ readonly copied: readonly string[]; readonly kept: readonly string[] }>
}

/** Returns the commands and views that need the templates of pipelines. */
export const pipelineCommands = ({ run, templates, installExamples }: PipelineParts) => ({
  templates,
  installExamples,

  /** Declares the stage of a lane. */
  declare: (id: number, input: StageInput, author: Author) =>
    run(laneStage, id, 'declare', { templates: templates(), input }, author),

  /** Makes a feature the active one of a lane. */
  activate: (id: number, input: FeatureInput, author: Author) => run(laneFeatures, id, 'activate', input, author),

  /** Returns a feature with the nodes of its pipeline. */
  showFeature: ({ detected_stage: detectedStage, ...feature }: FeatureShape) => {
    const { pipeline, stage, stages } = feature
    return { ...feature, ...pipelineView(templates(), { pipeline, stage, stages, detectedStage }) }
  },

  /** Returns a lane with the nodes of its pipeline. */
  show: (lane: LaneShape) => {
    const { pipeline, stage, stages, detected_stage } = lane
    return { ...lane, ...pipelineView(templates(), { pipeline, stage, stages, detectedStage: detected_stage }) }
  },
})

export type PipelineCommands = ReturnType<typeof pipelineCommands>
