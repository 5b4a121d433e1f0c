/**
 * What can tell whose a session is, strongest first: the system account of the process that reported it, a pane, the agent home
 * of a user, a folder of a user, a lane, the remote machine it came from.
 */
export const EVIDENCE = ['uid', 'pane', 'home', 'folder', 'lane', 'source'] as const
export type Evidence = (typeof EVIDENCE)[number]

/** What a call shows of whose a session is; null where it shows nothing. Owners are named as rows name them. */
export type Facts = Readonly<Partial<Record<Evidence, string | null>>>

/** An owner, and what told it. */
export interface Determined {
  readonly owner: string
  readonly evidence: Evidence
}

/** The evidence that nobody has who merely knows the id of a session. */
const STRONG: ReadonlySet<Evidence> = new Set(['uid', 'pane', 'home'])

/** Returns the strongest evidence of a call (supplement-server 13.2); null without evidence. */
export const strongest = (facts: Facts): Determined | null => {
  for (const evidence of EVIDENCE) {
    const owner = facts[evidence] ?? null
    if (owner !== null) return { owner, evidence }
  }
  return null
}

/**
 * Decides about a call for a session that may have an owner: `fix` determines it, `refuse` means that the call is of somebody else.
 * Once an owner is determined, weak evidence decides nothing.
 */
export const judged = (known: Pick<Determined, 'owner'> | null, facts: Facts): Determined | 'accept' | 'refuse' => {
  const shown = strongest(facts)
  if (known === null) return shown ?? 'accept'
  return shown !== null && STRONG.has(shown.evidence) && shown.owner !== known.owner ? 'refuse' : 'accept'
}
