export interface ConfigSearch {
  /** `codex`; anything else is Claude Code. */
  readonly tool?: string
  /** What is listed; the overview without one. */
  readonly kind?: string | undefined
  /** The folder of the project whose files count. */
  readonly project?: string
  /** The open item: its source and its name. */
  readonly item?: string
}

/** Reads the address of the page. */
export const configSearch = (given: Record<string, unknown>): ConfigSearch =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => /^(?:tool|kind|project|item)$/.test(name) && typeof value === 'string',
    ),
  )
