import { createContext, use } from 'react'
import { Failure } from '../api/failure.js'
import { refusalWords } from '../api/refusal-words.js'
import { complaint } from './complaint.js'

/** Why the service did not take the form around it; null while nothing is wrong. */
export const RefusalContext = createContext<Error | null>(null)

/** What the form itself finds wrong before it is sent, by field: all of it at once. */
export const ComplaintsContext = createContext<Readonly<Record<string, string>>>({})

/** What is wrong in a field of the form: what the form found, or what the service said. */
export function useComplaint(field: string): string | undefined {
  const own = use(ComplaintsContext)[field]
  const error = use(RefusalContext)
  if (own !== undefined) return own
  if (!(error instanceof Failure) || error.field !== field) return undefined
  return refusalWords(error.code) ?? complaint(error.message, field)
}
