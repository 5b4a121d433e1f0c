import { cpSync } from 'node:fs'
import type { Filled, FillPlan } from './fill.js'
import { runScript } from './program.js'
import type { ServicePlaces } from './service.js'

export interface FilledPlaces extends ServicePlaces {
  readonly filled: Filled
}

/** The data directories of one run that hold so many events, each filled once and handed out as copies. */
export class Fills {
  readonly #made = new Map<number, { readonly dataDir: string; readonly filled: Filled }>()

  constructor(readonly newFolder: () => string) {}

  async get(events: number): Promise<FilledPlaces> {
    const { dataDir, filled } = this.#made.get(events) ?? (await this.#make(events))
    const copy = this.newFolder()
    cpSync(dataDir, copy, { recursive: true })
    return { dataDir: copy, claudeHome: this.newFolder(), codexHome: this.newFolder(), filled }
  }

  async #make(events: number) {
    const plan: FillPlan = { dataDir: this.newFolder(), events, seed: 1 }
    const made = { dataDir: plan.dataDir, filled: await runScript<Filled>('fill.ts', JSON.stringify(plan)) }
    this.#made.set(events, made)
    return made
  }
}
