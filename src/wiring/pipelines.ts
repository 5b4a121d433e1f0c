import * as Effect from 'effect/Effect'
import { copyPipelineExamples } from '../adapters/files/pipeline-examples.js'
import { openPipelineTemplates } from '../adapters/files/pipeline-templates.js'
import type { CommandRunner } from '../commands/kernel/run.js'
import { pipelineCommands } from '../commands/lane/pipeline.js'
import { detectStages } from '../commands/reactors/stage-detection.js'
import type { Committer } from '../events/commit.js'
import type { Tell } from '../http/live/announcer.js'
import type { Reader } from '../projections/sql.js'
import { PIPELINE_EXAMPLES } from '../version.js'
import { held } from './held.js'
import type { ServiceRuntime } from './runtime.js'

export interface PipelinesParts {
  readonly runner: CommandRunner
  readonly committer: Pick<Committer, 'committed'>
  readonly db: Reader
  /** Whether the tables can be read. */
  readonly ready: () => boolean
  readonly runtime: ServiceRuntime
  readonly pipelinesDir: string
  readonly tell: Tell
  readonly complain: (line: string) => void
}

/** Opens the pipelines: their templates, the commands about the stages of lanes, and the detection of stages. */
export const openPipelines = (parts: PipelinesParts) =>
  Effect.gen(function* () {
    const { runner, committer, db, ready, runtime, pipelinesDir, tell, complain } = parts
    const { run } = runner
    const onChange = (): void => tell('pipelines', undefined)
    const files = yield* held(
      () => openPipelineTemplates({ folder: pipelinesDir, onChange, complain }),
      (open) => open.close(),
    )
    const templates = files.current
    const onError = (error: unknown): void => complain(`a stage could not be detected: ${String(error)}`)
    yield* held(
      () => committer.committed.subscribe(detectStages({ db, run, templates, ready, fork: runtime.fork, onError })),
      (subscription) => subscription.unsubscribe(),
    )
    const installExamples = Effect.promise(async () => {
      const examples = copyPipelineExamples(PIPELINE_EXAMPLES, pipelinesDir)
      await files.reread()
      return examples
    })
    return pipelineCommands({ run, templates, installExamples })
  })
