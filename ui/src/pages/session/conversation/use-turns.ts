import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Turn } from '../../../api/types.js'
import { useSession } from '../../../rows/rows.js'
import { sessionTurnsQuery } from '../queries.js'

const NONE: readonly Turn[] = []

/** Returns the turns of the main agent of a session, and whether the last one has ended. */
export function useTurns(id: string, agent: string | undefined) {
  const isMain = agent === undefined
  const session = useSession(id)
  const { data, refetch } = useQuery({ ...sessionTurnsQuery(id), enabled: isMain })
  const isOver = session?.situation !== 'working' && session?.situation !== 'needs_you'
  // The numbers of a turn are shown when it has ended.
  useEffect(() => {
    // The first read may still be under way.
    if (isMain && isOver) void refetch({ cancelRefetch: false })
  }, [isMain, isOver, session?.situation_since, refetch])
  const turns = isMain ? (data?.turns ?? NONE) : NONE
  return useMemo(() => ({ turns, isOver }), [turns, isOver])
}
