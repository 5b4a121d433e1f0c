import { call } from '../api/call.js'
import { CHOICES } from '../preferences/choices.js'
import { followAccount, type AccountPrefs } from '../preferences/follow-account.js'
import { startPageNotices } from '../push/page-notices.js'

const ACCOUNT: AccountPrefs = {
  read: async () => (await call('GET /api/me/prefs')).prefs,
  write: (prefs) => call('PUT /api/me/prefs', { body: { prefs } }),
}

/** Starts what the first paint does not need: notices, and the preferences that follow the account. */
export function startAfterPaint(): void {
  startPageNotices()
  const { renew } = followAccount(CHOICES, ACCOUNT)
  void renew()
  // Another browser may have changed them while this page was out of sight.
  document.addEventListener('visibilitychange', () => void (document.visibilityState === 'visible' && renew()))
}
