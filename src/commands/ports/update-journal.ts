import type { UpdateJob } from '../../domain/agent-config/update-job.js'

/** The journal of the last update of all plugins, which survives a restart. */
export interface UpdateJournal {
  /** Null without one, or if it cannot be read. */
  readonly read: () => UpdateJob | null
  readonly write: (job: UpdateJob) => void
}
