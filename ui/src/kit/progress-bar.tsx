import { percent } from '../format/format.js'

/** How far something is, for eyes and for screen readers. */
export function ProgressBar({ label, done, total }: { label: string; done: number; total: number }) {
  const share = percent(done, total)
  return (
    <div
      className="bar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={share}
    >
      <i style={{ width: share }} />
    </div>
  )
}
