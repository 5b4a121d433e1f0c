import { LANE_PREFIXES } from '../../../contract/lane/lanes.js'
import type { LaneProofRoute } from '../../../contract/lane/proof.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'

const feature = {
  slug: 'retry-uploads',
  groups: { after: ['list.png'], before: ['list.png', 'upload-failed.png'] },
  ticket_report: 'ticket/index.html',
  mtime: 1_761_984_000,
} as const

const operations: Operations<LaneProofRoute> = {
  'GET /api/lanes/:id/proof': {
    description:
      'Lists the images that show the work of a lane, by feature and group, the feature with the newest file first. Groups are usually phases of the work. The files of a lane are in `proof/<lane id>/<slug>/<group>/` of the data directory, and stay when its worktree is removed.',
    answer: { features: [feature] },
  },
  'GET /api/lanes/:id/proof/:slug/:group/:file': {
    description:
      'Returns a PNG, a JPEG or an HTML page. The scripts of a page do not run. With `width`, an image is made smaller, and cut if it is more than twice as high as wide; one that cannot be made smaller is returned unchanged.',
  },
  'POST /api/lanes/:id/proof/:slug/:group': {
    description:
      'Stores a PNG or JPEG of up to 20 MB. An existing file is never replaced: the image gets a name with a number, which is returned.',
    answer: { file: 'upload-failed.png' },
  },
  'DELETE /api/lanes/:id/proof/:slug': {
    description:
      'Deletes the named images of a group; without `images`, the whole group; without both, all groups of the feature except `ticket`, which has the reports.',
    request: { group: 'before', images: ['list.png'] },
    answer: { deleted: 1 },
  },
  'POST /api/lanes/:id/proof-link': {
    description:
      'Makes `proof` at the top of the repository a link to the proof folder of the lane, so that agents can write there. An existing directory is moved into the folder if no feature of the same name is there. `linked` is false if it is linked already or something is in the way. Git ignores the link.',
    answer: { linked: true },
  },
}

export const laneProofOperations = mountedAt(LANE_PREFIXES, operations)
