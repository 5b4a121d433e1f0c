import { age, instant, moment, momentSeconds } from '../format/format.js'
import { useTimed } from '../live/clock.js'

/** How long ago, counting on; the whole instant in the tooltip. */
export function Age({ since, className }: { since: string; className?: string }) {
  const text = useTimed((now) => age(since, now))
  return (
    <time className={className} dateTime={since} title={instant(since)}>
      {text}
    </time>
  )
}

const MINUTE_MS = 60_000

/** How long somebody has been kept waiting, counting on; `data-kept` says how long that is for a human: 0, 1 or 2. */
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

/** When, in as few words as the day allows; the whole instant in the tooltip. */
export function Moment({ at, className }: { at: string; className?: string }) {
  const text = useTimed((now) => moment(at, now))
  return (
    <time className={className} dateTime={at} title={instant(at)}>
      {text}
    </time>
  )
}

/** When, to the second: where neighbours are told apart. */
export function ExactMoment({ at, className }: { at: string; className?: string }) {
  const text = useTimed((now) => momentSeconds(at, now))
  return (
    <time className={className} dateTime={at} title={instant(at)}>
      {text}
    </time>
  )
}
