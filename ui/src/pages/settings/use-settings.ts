import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../api/queries.js'

/** The setup of the service, with current sizes and counts. */
export const useSettings = () => useQuery({ ...settingsQuery, staleTime: 0 })
