import { rmSync, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BundleFault, BundlePort, StagedBundle } from '../../commands/ports/bundles.js'
import { openStage } from '../sqlite/bundle-stage.js'
import { programBeside } from '../threads/program.js'
import { Thread } from '../threads/worker.js'
import { receiveMultipart } from '../files/multipart.js'
import { expanded } from './places.js'
import type { StageAnswer, StageJob, StageProtocol } from './stage-worker.js'

// Each allocation lives for one row, so a small young generation keeps memory low.
const MEMORY = { maxYoungGenerationSizeMb: 8 }

/** Indexes a bundle in a thread of its own: a bundle of one gigabyte takes a minute. */
const stageInThread = async (job: StageJob): Promise<StageAnswer> => {
  const thread = new Thread<StageProtocol>({
    name: 'the bundle thread',
    program: programBeside(import.meta.url, 'stage-worker'),
    memory: MEMORY,
    // A bundle that crashed the thread would crash it again.
    whenCrashed: 'fail',
    complain: () => undefined,
  })
  try {
    return await thread.ask('stage', job)
  } finally {
    await thread.close()
  }
}

/** Returns the port that receives bundles and indexes their rows, with temporary files in `folder`. */
export const bundles = (folder: string, nextId: () => string): BundlePort => ({
  receive: async (body) => {
    const into = join(folder, nextId())
    const discard = (): Promise<void> => rm(into, { recursive: true, force: true })
    // No size limit but the disk's: whatever can be exported must be importable.
    const sent = await receiveMultipart(body, into, { fileBytes: Number.POSITIVE_INFINITY, files: 1 })
    const path = sent?.files[0]?.path
    if (path !== undefined) return { path, discard }
    await discard()
    return null
  },
  stage: async (path): Promise<StagedBundle | BundleFault> => {
    const bundle = expanded(path)
    if (bundle === null) return 'not absolute'
    const stats = statSync(bundle, { throwIfNoEntry: false })
    if (stats === undefined) return 'not there'
    if (!stats.isFile()) return 'no file'
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const stage = join(folder, `${nextId()}.stage`)
    try {
      const answer = await stageInThread({ bundle, stage })
      if ('fault' in answer) {
        rmSync(stage, { force: true })
        return answer.fault
      }
      const opened = openStage(stage, bundle)
      return { ...answer, ...opened, others: (list) => [...opened.rows(list, '')] }
    } catch (error) {
      rmSync(stage, { force: true })
      throw error
    }
  },
})
