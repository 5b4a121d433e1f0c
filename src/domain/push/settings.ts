import { zoneNamed } from '../reports/zone.js'
import { DAY, type Instant, MINUTE } from '../time.js'

/** A time of each day in which a browser shows no notifications, as `HH:MM`. It may pass midnight. */
export interface QuietHours {
  readonly from: string
  readonly to: string
  readonly timezone: string
}

/** What a browser is notified of besides alerts. */
export interface NotifySettings {
  /** A session asks for permission or for an answer. */
  readonly needs_me: boolean
  /** A session stopped with an error. */
  readonly failed: boolean
  /** A turn that took longer than two minutes is done. */
  readonly finished: boolean
  readonly quiet: QuietHours | null
  /** The language of its notifications, such as `de`; English if absent or unknown. */
  readonly language?: string | undefined
}

export const DEFAULT_NOTIFY: NotifySettings = { needs_me: true, failed: false, finished: false, quiet: null }

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/

/** Returns a time of day in minutes since midnight; undefined if it is invalid. */
const minutesOf = (time: string): number | undefined => {
  const [, hours, minutes] = TIME.exec(time) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

/** Returns the member of quiet hours that is invalid; null if all are valid. */
export const wrongInQuiet = ({ from, to, timezone }: QuietHours): keyof QuietHours | null => {
  if (minutesOf(from) === undefined) return 'from'
  if (minutesOf(to) === undefined) return 'to'
  return zoneNamed(timezone) === undefined ? 'timezone' : null
}

/** Whether an instant is within quiet hours: from `from` inclusive to `to` exclusive. */
export const isQuiet = (quiet: QuietHours | null, at: Instant): boolean => {
  const zone = quiet === null ? undefined : zoneNamed(quiet.timezone)
  if (quiet === null || zone === undefined) return false
  const [from, to] = [minutesOf(quiet.from) ?? 0, minutesOf(quiet.to) ?? 0]
  const now = ((at / MINUTE - zone.offsetAt(at)) % (DAY / MINUTE)) | 0
  return from <= to ? now >= from && now < to : now >= from || now < to
}
