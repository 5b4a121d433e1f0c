import { useMutation } from '@tanstack/react-query'
import type { RouteBody } from '../../../../../src/http/contract/index.js'
import { call } from '../../../api/call.js'
import type { Lane } from '../../../api/types.js'
import { laneRows } from '../../../rows/rows.js'

/** Declares a stage of a lane. */
export const useStage = ({ id }: Lane) =>
  useMutation({
    mutationFn: (body: RouteBody<'POST /api/lanes/:id/stage'>) =>
      call('POST /api/lanes/:id/stage', { params: { id: String(id) }, body }),
    onSuccess: ({ lane }) => keepPanes(lane),
  })

/** Shows a changed lane at once. The answer has no panes, which a change of its stage leaves as they are. */
export const keepPanes = (lane: Omit<Lane, 'panes'>): void => {
  const known = laneRows.get(String(lane.id))
  if (known !== undefined) laneRows.put({ ...known, ...lane })
}
