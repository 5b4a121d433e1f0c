import { rmSync, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BundleFault, BundlePort, StagedBundle } from '../../commands/ports/bundles.js'
import { openStage } from '../sqlite/bundle-stage.js'
import { receiveMultipart } from './multipart.js'
import { expanded } from './places.js'
import type { StageAnswer, StageJob } from './stage-worker.js'

const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './stage-worker.dev.mjs' : './stage-worker.js',
  import.meta.url,
)

// Each allocation lives for one row, so a small young generation keeps memory low.
const MEMORY = { maxYoungGenerationSizeMb: 8 }

/** Indexes a bundle in a thread: a bundle of one gigabyte takes a minute. */
const stageInThread = (workerData: StageJob): Promise<StageAnswer> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData, resourceLimits: MEMORY })
    worker.unref()
    worker.on('message', resolve)
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('the bundle worker stopped')))
  })

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
