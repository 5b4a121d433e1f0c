import { useQuery } from '@tanstack/react-query'
import { importQuery } from '../api/queries.js'
import type { ImportProgress } from '../api/types.js'

/** Returns the import that runs or has failed; null if there is none. */
export function useImport(): ImportProgress | null {
  const { data } = useQuery(importQuery)
  return data === undefined || data === null || data.phase === 'complete' ? null : data
}
