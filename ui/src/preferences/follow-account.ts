/** A choice of the user that follows their account. */
export interface Choice {
  /** Its key among the preferences of the account. */
  readonly key: string
  readonly get: () => string
  /** Takes over what another browser stored. A value that means nothing here is the default. */
  readonly set: (stored: string) => void
  /** The listener may be called although the value is the same. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Where the preferences of an account are kept. */
export interface AccountPrefs {
  readonly read: () => Promise<Readonly<Record<string, string>>>
  readonly write: (changes: Readonly<Record<string, string>>) => Promise<unknown>
}

/**
 * Lets choices follow the account of the user from browser to browser. A change here is stored there; `renew` takes over what was
 * changed elsewhere. What the account does not have stays as this browser has it. A change that the service did not get is sent at
 * the next `renew`, and is not undone by it.
 */
export function followAccount(
  choices: readonly Choice[],
  { read, write }: AccountPrefs,
): { renew: () => Promise<void> } {
  const unsent = new Set<Choice>()
  const seen = new Map(choices.map((choice) => [choice, choice.get()]))
  let isTakingOver = false
  let sending: Promise<unknown> = Promise.resolve()

  const send = (): Promise<void> => {
    const next = sending.then(async () => {
      const sent = [...unsent]
      if (sent.length === 0) return
      unsent.clear()
      try {
        await write(Object.fromEntries(sent.map(({ key, get }) => [key, get()])))
      } catch {
        // It lasts in this browser, and is sent when the page is looked at again.
        for (const choice of sent) unsent.add(choice)
      }
    })
    sending = next
    return next
  }

  for (const choice of choices) {
    choice.subscribe(() => {
      const value = choice.get()
      if (isTakingOver || value === seen.get(choice)) return
      seen.set(choice, value)
      unsent.add(choice)
      void send()
    })
  }

  return {
    renew: async () => {
      await send()
      const before = new Map(seen)
      let stored
      try {
        stored = await read()
      } catch {
        // Without the service the choices of this browser count.
        return
      }
      for (const choice of choices) {
        const value = stored[choice.key]
        const wasChanged = unsent.has(choice) || choice.get() !== before.get(choice)
        if (value === undefined || wasChanged) continue
        isTakingOver = true
        choice.set(value)
        isTakingOver = false
        seen.set(choice, choice.get())
      }
    },
  }
}
