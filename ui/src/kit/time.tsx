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
