import { advice } from '../../../api/failure.js'
import notes from '../../../kit/note.module.css'

/** Why a part of the lane cannot be shown, in its place. */
export function Problem({ error }: { error: Error }) {
  return (
    <div className={notes['note']} data-note role="alert">
      <p>{advice(error)}</p>
    </div>
  )
}
