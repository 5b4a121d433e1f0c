import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Filled, FillPlan } from './fill.js'
import { runScript } from './program.js'
import type { ServicePlaces } from './service.js'

export interface FilledPlaces extends ServicePlaces {
  readonly filled: Filled
}

interface Made {
  readonly dataDir: string
  readonly filled: Filled
}

/** Data directories by number of events, each filled once and provided as copies. */
export class Fills {
  readonly #made = new Map<number, Made>()

  /** @param keep folder that keeps them for the next run; by default they are deleted after this one */
  constructor(
    readonly newFolder: () => string,
    readonly keep?: string,
  ) {}

  async get(events: number): Promise<FilledPlaces> {
    const { dataDir, filled } = this.#made.get(events) ?? this.#kept(events) ?? (await this.#make(events))
    const copy = this.newFolder()
    cpSync(dataDir, copy, { recursive: true })
    return { dataDir: copy, claudeHome: this.newFolder(), codexHome: this.newFolder(), filled }
  }

  #kept(events: number): Made | null {
    if (this.keep === undefined || !existsSync(this.#noteOf(events))) return null
    const filled = JSON.parse(readFileSync(this.#noteOf(events), 'utf8')) as Filled
    return { dataDir: this.#folderOf(events), filled }
  }

  async #make(events: number): Promise<Made> {
    const plan: FillPlan = { dataDir: this.#folderOf(events), events, seed: 1 }
    // An earlier run may have stopped halfway.
    rmSync(plan.dataDir, { recursive: true, force: true })
    const made = { dataDir: plan.dataDir, filled: await runScript<Filled>('fill.ts', JSON.stringify(plan)) }
    this.#made.set(events, made)
    if (this.keep !== undefined) writeFileSync(this.#noteOf(events), JSON.stringify(made.filled))
    return made
  }

  #folderOf(events: number): string {
    if (this.keep === undefined) return this.newFolder()
    mkdirSync(this.keep, { recursive: true })
    return join(this.keep, String(events))
  }

  /** Path of the note that is written last; without it a directory is incomplete. */
  #noteOf(events: number): string {
    return join(this.keep ?? '', `${events}.json`)
  }
}
