import type { UpdateJob } from '../../domain/agent-config/update-job.js'

/** Where the last update of all plugins is written down, so that it is known after a restart. */
export interface UpdateJournal {
  /** Null without one, or if it cannot be read. */
  readonly read: () => UpdateJob | null
  readonly write: (job: UpdateJob) => void
}
