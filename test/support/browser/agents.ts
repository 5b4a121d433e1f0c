import { randomUUID } from 'node:crypto'

type Fields = Readonly<Record<string, unknown>>

/** Agents as the service hears them: by their hooks. */
export interface Agents {
  /** One hook of a session; with a time of its own where it comes late. */
  readonly hook: (kind: string, session: string, fields?: Fields, at?: number) => Promise<void>
  /** A session that was given a prompt and is at work. */
  readonly working: (prompt: string, session?: string) => Promise<string>
  /** A session that asks whether it may run a command. */
  readonly asking: (prompt: string, command: string) => Promise<string>
}

/** What a forwarder adds: its time is taken because the delivery has a name. */
const forwarded = (at: number) => ({ 'x-svc-delivery': randomUUID(), 'x-svc-at': String(at) })

export const agentsOf = (url: () => string): Agents => {
  let newest = 0
  const hook: Agents['hook'] = async (kind, session, fields = {}, at) => {
    // Two hooks of one millisecond would have no order: the next one waits for the clock to tick.
    while (Date.now() <= newest) await new Promise(setImmediate)
    const answer = await fetch(`${url()}/api/hooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(at === undefined ? {} : forwarded(at)) },
      body: JSON.stringify({ hook_type: kind, data: { session_id: session, cwd: '/home/ada/shop', ...fields } }),
    })
    newest = Date.now()
    if (!answer.ok) throw new Error(`the ${kind} hook was answered ${answer.status}`)
  }
  const working: Agents['working'] = async (prompt, session = randomUUID()) => {
    await hook('SessionStart', session, { source: 'startup' })
    await hook('UserPromptSubmit', session, { prompt })
    return session
  }
  return {
    hook,
    working,
    asking: async (prompt, command) => {
      const session = await working(prompt)
      await hook('PermissionRequest', session, { tool_name: 'Bash', tool_input: { command } })
      return session
    },
  }
}
