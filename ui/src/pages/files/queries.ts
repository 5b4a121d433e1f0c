import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { type FilesOf, listFiles, listTrash } from '../../api/files.js'

/** Everything about the files of a folder: it is read again after each own change, and when the page is shown again. */
export const filesKey = (of: FilesOf) => ['files', of] as const

export const listingQuery = (of: FilesOf, path: string) =>
  queryOptions({
    queryKey: [...filesKey(of), 'list', path],
    queryFn: ({ signal }) => listFiles(of, path, signal),
    refetchOnWindowFocus: true,
  })

export const trashQuery = (of: FilesOf) =>
  queryOptions({
    queryKey: [...filesKey(of), 'trash'],
    queryFn: ({ signal }) => listTrash(of, signal),
  })

export const homesQuery = queryOptions({
  queryKey: ['homes'],
  queryFn: async ({ signal }) => (await call('GET /api/homes', { signal })).homes,
})
