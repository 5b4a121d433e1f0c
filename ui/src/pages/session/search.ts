export interface SessionSearch {
  readonly tab?: 'agents'
  /** The transcript that is read; the main one unless told. */
  readonly agent?: string
}

/** What is open on the page lives in its address. */
export const sessionSearch = ({ tab, agent }: Record<string, unknown>): SessionSearch => ({
  ...(tab === 'agents' ? { tab } : {}),
  // The router reads an id of digits as a number.
  ...((typeof agent === 'string' && agent !== 'main' && agent !== '') || typeof agent === 'number'
    ? { agent: String(agent) }
    : {}),
})
