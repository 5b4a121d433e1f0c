import { describe, expect, it } from 'vitest'
import { type Choice, followAccount } from '../../../../ui/src/preferences/follow-account.js'
import { createSignal } from '../../../../ui/src/store/signal.js'

const THEMES = ['system', 'light', 'dark']

/** A browser with one choice, and the account that it shares with others. */
function browser(account: Map<string, string>, first = 'system') {
  const theme = createSignal(first)
  let answers = true
  const writes: Readonly<Record<string, string>>[] = []
  let whileRead = (): void => undefined
  const choice: Choice = {
    key: 'theme',
    get: theme.get,
    set: (stored) => theme.set(THEMES.includes(stored) ? stored : 'system'),
    subscribe: theme.subscribe,
  }
  const ask = async <A>(answer: () => A): Promise<A> => {
    await Promise.resolve()
    if (!answers) throw new Error('the service does not answer')
    return answer()
  }
  const { renew } = followAccount([choice], {
    read: async () => {
      const stored = await ask(() => Object.fromEntries(account))
      whileRead()
      return stored
    },
    write: (changes) =>
      ask(() => {
        writes.push(changes)
        for (const [key, value] of Object.entries(changes)) account.set(key, value)
      }),
  })
  return {
    theme,
    writes,
    renew,
    set answers(yes: boolean) {
      answers = yes
    },
    set whileRead(act: () => void) {
      whileRead = act
    },
  }
}

describe('preferences that follow the account', () => {
  it('arrive in another browser, and are sent only by the one that chose', async () => {
    const account = new Map<string, string>()
    const [one, other] = [browser(account), browser(account, 'light')]
    one.theme.set('dark')
    await one.renew()
    await other.renew()
    expect([other.theme.get(), one.writes.length, other.writes.length]).toEqual(['dark', 1, 0])
  })

  it('keep what this browser has where the account has nothing', async () => {
    const account = new Map<string, string>()
    const { theme, renew, writes } = browser(account, 'light')
    await renew()
    expect([theme.get(), writes, account.size]).toEqual(['light', [], 0])
  })

  it('are sent later when the service did not answer, and not undone before', async () => {
    const account = new Map([['theme', 'light']])
    const one = browser(account, 'light')
    one.answers = false
    one.theme.set('dark')
    await one.renew()
    expect([one.theme.get(), account.get('theme')]).toEqual(['dark', 'light'])
    one.answers = true
    await one.renew()
    expect([one.theme.get(), account.get('theme')]).toEqual(['dark', 'dark'])
  })

  it('are not undone by an answer from before the change', async () => {
    const account = new Map([['theme', 'light']])
    const one = browser(account, 'light')
    one.whileRead = () => one.theme.set('dark')
    await one.renew()
    one.whileRead = () => undefined
    await one.renew()
    expect([one.theme.get(), account.get('theme')]).toEqual(['dark', 'dark'])
  })

  it('do not replace a value of another release in the account', async () => {
    const account = new Map([['theme', 'sepia']])
    const one = browser(account, 'dark')
    await one.renew()
    expect([one.theme.get(), account.get('theme'), one.writes]).toEqual(['system', 'sepia', []])
  })
})
