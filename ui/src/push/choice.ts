/** What this browser is notified of, by its own choice. */
export interface NotifyChoice {
  /** Whether the user ever turned a notification on in this browser. Before that none is shown. */
  readonly isChosen: boolean
  readonly needs_me: boolean
  readonly failed: boolean
  readonly finished: boolean
  readonly quiet: { readonly isOn: boolean; readonly from: string; readonly to: string }
  readonly sound: { readonly isOn: boolean; readonly name: SoundName }
}

export const SOUNDS = ['chime', 'ping', 'knock'] as const
export type SoundName = (typeof SOUNDS)[number]

/** A session that needs the user is the reason to allow notifications at all. */
export const DEFAULT_CHOICE: NotifyChoice = {
  isChosen: false,
  needs_me: true,
  failed: false,
  finished: false,
  quiet: { isOn: false, from: '22:00', to: '07:30' },
  sound: { isOn: false, name: 'chime' },
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

const bool = (value: unknown, fallback: boolean): boolean => (typeof value === 'boolean' ? value : fallback)
const time = (value: unknown, fallback: string): string =>
  typeof value === 'string' && TIME.test(value) ? value : fallback
const members = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

/** Reads a stored choice. Members that are missing or invalid get their default. */
export function choiceIn(stored: string | null): NotifyChoice {
  let given: Readonly<Record<string, unknown>> = {}
  try {
    given = members(JSON.parse(stored ?? '{}'))
  } catch {
    // Another release, or the user, wrote something else.
  }
  const [quiet, sound] = [members(given['quiet']), members(given['sound'])]
  const { quiet: hours, sound: played } = DEFAULT_CHOICE
  return {
    isChosen: bool(given['isChosen'], DEFAULT_CHOICE.isChosen),
    needs_me: bool(given['needs_me'], DEFAULT_CHOICE.needs_me),
    failed: bool(given['failed'], DEFAULT_CHOICE.failed),
    finished: bool(given['finished'], DEFAULT_CHOICE.finished),
    quiet: {
      isOn: bool(quiet['isOn'], hours.isOn),
      from: time(quiet['from'], hours.from),
      to: time(quiet['to'], hours.to),
    },
    sound: {
      isOn: bool(sound['isOn'], played.isOn),
      name: SOUNDS.find((name) => name === sound['name']) ?? played.name,
    },
  }
}

/** Returns the choice as the service stores it for the subscription of this browser, whose page speaks a language. */
export const notifyBody = (
  { needs_me, failed, finished, quiet: { isOn, from, to } }: NotifyChoice,
  language: string,
) => ({
  needs_me,
  failed,
  finished,
  language,
  quiet: isOn ? { from, to, timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone } : null,
})

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** Whether a time of the user's day is within the quiet hours, which may pass midnight. */
export function isQuietAt({ isOn, from, to }: NotifyChoice['quiet'], at: Date): boolean {
  if (!isOn) return false
  const now = at.getHours() * 60 + at.getMinutes()
  const [start, end] = [minutesOf(from), minutesOf(to)]
  return start <= end ? now >= start && now < end : now >= start || now < end
}
