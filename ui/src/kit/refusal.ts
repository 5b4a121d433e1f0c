import { createContext, use } from 'react'
import { Failure } from '../api/failure.js'
import { refusalWords } from '../api/refusal-words.js'
import { complaint } from './complaint.js'

/** The error of the service about the form; null while there is none. */
export const RefusalContext = createContext<Error | null>(null)

/** The errors that the form found before it was sent, by field. */
export const ComplaintsContext = createContext<Readonly<Record<string, string>>>({})

/** Returns the error of a field: from the form, or from the service. */
export function useComplaint(field: string): string | undefined {
  const own = use(ComplaintsContext)[field]
  const error = use(RefusalContext)
  if (own !== undefined) return own
  if (!(error instanceof Failure) || error.field !== field) return undefined
  return refusalWords(error.code) ?? complaint(error.message, field)
}
