import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../api/queries.js'

/** The setup of the service as it is now: sizes and counts are those of this visit. */
export const useSettings = () => useQuery({ ...settingsQuery, staleTime: 0 })
