import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { seenQuery } from './queries.js'
import { type Block, blockKey, type Seen } from './segments.js'

interface Marked {
  readonly path: string
  readonly blocks: readonly Block[]
  readonly seen: boolean
}

const MOST = 1000

/** Marks blocks as seen, at once on the screen. */
export function useMarks(id: string) {
  const queries = useQueryClient()
  const { queryKey } = seenQuery(id)
  return useMutation({
    mutationFn: async ({ path, blocks, seen }: Marked) => {
      const marks = blocks.map(({ hash, ordinal }) => ({ path, hash, ordinal }))
      for (let from = 0; from < marks.length; from += MOST) {
        const part = marks.slice(from, from + MOST)
        await call('PUT /api/lanes/:id/seen', { params: { id }, body: seen ? { seen: part } : { unseen: part } })
      }
    },
    onMutate: async ({ path, blocks, seen }) => {
      await queries.cancelQueries({ queryKey, exact: true })
      const keys = new Set(blocks.map((block) => blockKey(path, block)))
      queries.setQueryData<Seen>(queryKey, (before) => {
        if (before === undefined) return before
        const files = before.files.map((file) =>
          file.path === path
            ? {
                ...file,
                blocks: file.blocks.map((block) => (keys.has(blockKey(path, block)) ? { ...block, seen } : block)),
              }
            : file,
        )
        const isSeen = files.flatMap((file) => file.blocks.map((block) => block.seen || file.folded !== null))
        return { ...before, files, seen: isSeen.filter(Boolean).length }
      })
    },
    onSettled: () => queries.invalidateQueries({ queryKey, exact: true }),
  })
}
