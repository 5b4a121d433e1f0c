import { useQuery } from '@tanstack/react-query'
import { type Circle, circleOf, type PageName } from '../navigation/pages.js'
import { callerQuery } from './queries.js'

/** Who is signed in; undefined in local mode, which has one user, and until it is known. */
export function useCaller() {
  const { data } = useQuery(callerQuery)
  return data?.mode === 'server' ? (data.user ?? undefined) : undefined
}

/** Returns which pages and sections the user sees. */
export function useVisiblePages(): (name: PageName) => boolean {
  const { data } = useQuery(callerQuery)
  const caller = useCaller()
  const isStaff = caller !== undefined && caller.role !== 'member'
  const isIn: Readonly<Record<Circle, boolean>> = {
    all: true,
    users: caller !== undefined,
    staff: isStaff,
    host: isStaff || data?.mode !== 'server',
  }
  return (name) => isIn[circleOf(name)]
}
