export const mainAgentId = (session: string): string => `${session}-main`

/** Returns the agent whose transcript is requested; null for the main agent, which has several names. */
export const agentIn = (asked: string | undefined, session: string): string | null =>
  asked === undefined || asked === 'main' || asked === mainAgentId(session) ? null : asked
