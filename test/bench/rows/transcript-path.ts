import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { textSource } from '../history/text.js'
import { LineWriter } from '../history/lines.js'
import { median } from '../quantile.js'
import { type Random, seededRandom } from '../../../src/cli/demo/random.js'
import { type Measurement, ratioRow } from '../row.js'
import { imported, startService } from '../service.js'

/** A session with a growing transcript. */
class GrowingSession {
  readonly id: string
  readonly path: string
  readonly times: number[] = []
  readonly #writer: LineWriter

  constructor(random: Random, projects: string, bytes: number) {
    this.id = random.uuid()
    this.path = join(projects, `${this.id}.jsonl`)
    const context = { session: this.id, cwd: '/home/dev/project-1', agent: null }
    this.#writer = new LineWriter(random, textSource(random), context, { at: Date.UTC(2026, 5, 1) })
    let size = 0
    while (size < bytes) size += this.#grow(200)
  }

  /** Appends lines and returns their size in bytes. */
  #grow(lines: number): number {
    for (let count = 0; count < lines; count++) this.#writer.turnDuration(count)
    const body = `${this.#writer.lines.splice(0).join('\n')}\n`
    appendFileSync(this.path, body)
    return Buffer.byteLength(body)
  }

  /** Appends a turn to the transcript, posts its hook and records the response time. */
  async turn(url: string): Promise<void> {
    this.#grow(1)
    const hook = {
      hook_event_name: 'Stop',
      session_id: this.id,
      transcript_path: this.path,
      cwd: '/home/dev/project-1',
    }
    const body = JSON.stringify(hook)
    const startedAt = performance.now()
    const response = await fetch(new URL('/api/hooks', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    if (response.status !== 204) throw new Error(`a hook was answered with ${response.status}`)
    this.times.push(performance.now() - startedAt)
  }
}

/** Measures whether the response to a hook waits for the transcript in `transcript_path`. */
export const transcriptPathRow: Measurement = {
  name: 'transcript-path',
  rows: async ({ quick, folder }) => {
    const claudeHome = folder()
    const projects = join(claudeHome, 'projects', '-home-dev-project-1')
    mkdirSync(projects, { recursive: true })
    const random = seededRandom(1)
    const small = new GrowingSession(random, projects, 100_000)
    const large = new GrowingSession(random, projects, quick ? 10_000_000 : 100_000_000)
    const service = await startService({ dataDir: folder(), claudeHome, codexHome: folder() })
    try {
      await imported(service)
      for (let turn = 0; turn < (quick ? 40 : 300); turn++) {
        await small.turn(service.url)
        await large.turn(service.url)
      }
    } finally {
      await service.stop()
    }
    const [p50Large, p50Small] = [median(large.times), median(small.times)]
    const measured = `p50 ${p50Large.toFixed(2)} ms, ${p50Small.toFixed(2)} ms`
    const what = `hook naming a transcript of ${quick ? 10 : 100} MB, of 0.1 MB`
    return [ratioRow(what, measured, p50Large / p50Small, { max: 1.2 })]
  },
}
