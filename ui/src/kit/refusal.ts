import { createContext, use } from 'react'
import { Failure } from '../api/failure.js'
import { refusalWords } from '../api/refusal-words.js'
import { complaint } from './complaint.js'

/** Why the service did not take the form around it; null while nothing is wrong. */
export const RefusalContext = createContext<Error | null>(null)

/** What the service said about a field of the form. */
export function useComplaint(field: string): string | undefined {
  const error = use(RefusalContext)
  if (!(error instanceof Failure) || error.field !== field) return undefined
  return refusalWords(error.code) ?? complaint(error.message, field)
}
