import { noticeKind, seenNow, type NoticeKind, type SeenSituation } from '../../../src/domain/push/notice-kind.js'
import { isOfOthers } from '../api/own-rows.js'
import type { Session } from '../api/types.js'
import { i18n, t } from '../i18n/i18n.js'
import { titleOf } from '../kit/session-label.js'
import { mutes } from '../rows/muted.js'
import { sessionRows } from '../rows/rows.js'
import { isQuietAt } from './choice.js'
import { notifyChoice } from './settings.js'
import { playSound } from './sound.js'
import { isAccepted, isAllowed, isSubscribed, sendChoice, subscribe } from './subscription.js'
import { canBePushed } from './worker.js'

/**
 * Notifies of sessions while a page is open: with a sound, and with a notification of the browser where the service cannot push
 * one. Nothing happens in quiet hours, and none is shown for a session that is on screen.
 */
export function startPageNotices(): void {
  const started = Date.now()
  const seen = new Map<string, SeenSituation>()
  const look = (): void => {
    for (const session of sessionRows.all()) {
      const before = seen.get(session.id)
      const since = Date.parse(session.situation_since ?? session.started_at)
      if (before?.situation === session.situation && before.since === since) continue
      const now = seenNow(before, { situation: session.situation, since })
      seen.set(session.id, now)
      const kind = noticeKind(before, now, started)
      if (kind !== null) void notify(kind, session)
    }
  }
  sessionRows.subscribeAll(look)
  followLanguage()
  // If the service does not answer, the next page tries again.
  completeSubscription().catch(() => undefined)
}

/** Subscribes this browser if the user chose that and the page was left before it was done. */
async function completeSubscription(): Promise<void> {
  const { isChosen, needs_me, failed, finished } = notifyChoice()
  if (!isChosen || !(needs_me || failed || finished) || !isAllowed() || !canBePushed()) return
  if (!(await isAccepted())) await subscribe()
}

/** Sends the language to the service when the user changes it, for the notifications that the service pushes. */
function followLanguage(): void {
  let spoken = i18n.language
  i18n.on('languageChanged', (language: string) => {
    if (language === spoken || !canBePushed()) return
    spoken = language
    // If the service does not answer, the next choice sends it.
    sendChoice().catch(() => undefined)
  })
}

async function notify(kind: NoticeKind, session: Session): Promise<void> {
  const choice = notifyChoice()
  if (isOfOthers(session) || !choice[kind] || mutes.get().has(session.id) || isQuietAt(choice.quiet, new Date())) return
  const address = `/sessions/${encodeURIComponent(session.id)}`
  const isSeen = document.visibilityState === 'visible' && location.pathname === address
  if (isSeen) return
  if (choice.sound.isOn) await playSound(choice.sound.name).catch(() => undefined)
  if (!choice.isChosen || !isAllowed()) return
  // The service pushes to this browser already.
  if (canBePushed() && (await isSubscribed().catch(() => false))) return
  if (document.visibilityState === 'visible' && document.hasFocus()) return
  const shown = new Notification(t(`notice.${kind}`, { name: titleOf(session) }), {
    body: session.headline?.text ?? '',
    icon: '/icons/192.png',
    tag: `session/${session.id}`,
  })
  shown.addEventListener('click', () => {
    window.focus()
    location.assign(address)
  })
}
