import { cpSync } from 'node:fs'
import type { Manifest } from './history/truth.js'
import { type HistorySizeName, historySizes, writeHistory } from './history.js'

export interface History {
  /** A Claude Code home with the history. It is shared; do not modify it. */
  readonly claudeHome: string
  readonly manifest: Manifest
}

/** The histories of one run, each written once. */
export class Histories {
  readonly #written = new Map<HistorySizeName, History>()

  constructor(readonly newFolder: () => string) {}

  get(name: HistorySizeName): History {
    const written = this.#written.get(name)
    if (written !== undefined) return written
    const claudeHome = this.newFolder()
    const history = { claudeHome, manifest: writeHistory(claudeHome, historySizes[name]) }
    this.#written.set(name, history)
    return history
  }

  /** Returns a copy that may be modified. */
  copy(name: HistorySizeName): History {
    const { claudeHome, manifest } = this.get(name)
    const copied = this.newFolder()
    cpSync(claudeHome, copied, { recursive: true, preserveTimestamps: true })
    return { claudeHome: copied, manifest }
  }
}
