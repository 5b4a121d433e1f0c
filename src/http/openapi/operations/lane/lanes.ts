import { LANE_PREFIXES, type LaneRoute } from '../../../contract/lane/lanes.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'
import { lane } from '../../samples.js'

const operations: Operations<LaneRoute> = {
  'GET /api/lanes': {
    description: 'Lists the lanes, the one that changed last first. A lane is a directory that agents work in.',
    answer: { lanes: [lane] },
  },
  'POST /api/lanes': {
    description:
      'Creates a lane on an existing directory, which the service never changes. A directory has one lane; symbolic links are resolved first.',
    request: { cwd: '/home/ada/shop', title: 'Shop' },
    answer: { lane },
  },
  'POST /api/lanes/ensure': {
    description:
      'Returns the lane on a directory, or else the one on the nearest directory above it; with `exact`, only the former. Without one, creates a lane. An empty `cwd` means the home directory of the user who runs the service. The other members apply to a new lane only.',
    request: { cwd: '/home/ada/shop/packages/cart' },
    answer: { lane, created: false },
  },
  'GET /api/lanes/pipelines': {
    description: 'Lists the pipeline templates, without the empty default pipeline.',
    answer: { pipelines: [] },
  },
  'GET /api/lanes/:id': {
    description: 'Returns a lane and its panes, which are the terminals that agents run in.',
    answer: { lane, panes: [] },
  },
  'PATCH /api/lanes/:id': {
    description:
      'Updates the members that the body names. Values are strings, numbers or null; `links` is an object. One invalid member refuses the whole update. The tool cannot be changed.',
    request: { title: 'Shop', links: { ticket: 'https://tracker.example/SHOP-12' } },
    answer: { lane },
  },
  'DELETE /api/lanes/:id': {
    description: 'Deletes the record of a lane. Its directory, its branch and its sessions stay.',
    answer: { ok: true },
  },
}

export const lanesOperations = mountedAt(LANE_PREFIXES, operations)
