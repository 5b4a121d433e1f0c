import { useQueryClient } from '@tanstack/react-query'
import { advice } from '../api/failure.js'

/** What failed and what to do next, in place of the content that could not be read. */
export function FailureNote({ error }: { error: Error }) {
  const queries = useQueryClient()
  return (
    <div className="note" role="alert">
      <p>{advice(error)}</p>
      <button type="button" className="btn" onClick={() => void queries.invalidateQueries()}>
        Try again
      </button>
    </div>
  )
}
