import { randomUUID } from 'node:crypto'

type Fields = Readonly<Record<string, unknown>>

/** Simulates agents by sending their hooks. */
export interface Agents {
  /** Sends one hook; `at` is its time if it arrives late. */
  readonly hook: (kind: string, session: string, fields?: Fields, at?: number) => Promise<void>
  /** Starts a session with a prompt; returns its id. */
  readonly working: (prompt: string, session?: string) => Promise<string>
  /** Starts a session that asks for permission to run a command; returns its id. */
  readonly asking: (prompt: string, command: string) => Promise<string>
}

/** Returns the headers of a forwarder. The service uses the time only if there is a delivery id. */
const forwarded = (at: number) => ({ 'x-svc-delivery': randomUUID(), 'x-svc-at': String(at) })

export const agentsOf = (url: () => string): Agents => {
  let newest = 0
  const hook: Agents['hook'] = async (kind, session, fields = {}, at) => {
    // Two hooks in one millisecond have no defined order, so wait for the next clock tick.
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
