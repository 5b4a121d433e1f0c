import { age, instant, moment, momentSeconds } from '../format/format.js'
import { useTimed } from '../live/clock.js'

/** The time since an instant, updated live, with the full date and time in the tooltip. */
export function Age({ since, className }: { since: string; className?: string }) {
  const text = useTimed((now) => age(since, now))
  return (
    <time className={className} dateTime={since} title={instant(since)}>
      {text}
    </time>
  )
}

const MINUTE_MS = 60_000

/** How long a session has been waiting, updated live. `data-kept` is 0 in the first minute, 1 up to five minutes, then 2. */
export function Kept({ since, className }: { since: string; className?: string }) {
  const text = useTimed((now) => age(since, now))
  const kept = useTimed((now) => {
    const minutes = (now - Date.parse(since)) / MINUTE_MS
    return minutes < 1 ? '0' : minutes < 5 ? '1' : '2'
  })
  return (
    <time className={className} dateTime={since} title={instant(since)} data-kept={kept}>
      {text}
    </time>
  )
}

/** A time, as short as its day allows, with the full date and time in the tooltip. */
export function Moment({ at, className }: { at: string; className?: string }) {
  const text = useTimed((now) => moment(at, now))
  return (
    <time className={className} dateTime={at} title={instant(at)}>
      {text}
    </time>
  )
}

/** A time to the second, for neighbouring events. */
export function ExactMoment({ at, className }: { at: string; className?: string }) {
  const text = useTimed((now) => momentSeconds(at, now))
  return (
    <time className={className} dateTime={at} title={instant(at)}>
      {text}
    </time>
  )
}
