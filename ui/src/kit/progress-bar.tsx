import { percent } from '../format/format.js'
import styles from './progress-bar.module.css'

/** The progress of something, also for screen readers. */
export function ProgressBar({ label, done, total }: { label: string; done: number; total: number }) {
  return (
    <div
      className={styles['bar']}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={percent(Math.min(done, total), total)}
    >
      <i style={{ width: `${total > 0 ? Math.min(100, (done / total) * 100) : 0}%` }} />
    </div>
  )
}
