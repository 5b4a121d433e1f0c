import { useQuery } from '@tanstack/react-query'
import { importQuery } from '../api/queries.js'
import type { ImportProgress } from '../api/types.js'

/** The import that runs now, or the one that failed; null when there is none to speak of. */
export function useImport(): ImportProgress | null {
  const { data } = useQuery(importQuery)
  return data === undefined || data === null || data.phase === 'complete' ? null : data
}
