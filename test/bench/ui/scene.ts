import type { Figure } from './figure.js'
import type { Backstage } from './theatre.js'

/** Figures that are measured together; `--only` selects them by name. */
export interface Scene {
  readonly name: string
  readonly figures: (backstage: Backstage) => Promise<readonly Figure[]>
}
