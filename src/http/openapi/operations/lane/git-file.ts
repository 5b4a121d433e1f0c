import { LANE_PREFIXES } from '../../../contract/lane/lanes.js'
import type { LaneGitFileRoute } from '../../../contract/lane/git-file.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'

const operations: Operations<LaneGitFileRoute> = {
  'PUT /api/lanes/:id/git/file': {
    description:
      'Replaces the text of an existing file of at most 1 MB, and returns its new content. `baseSha` is the `sha` that the file was read with: if the file has changed since, nothing is saved. Line terminators, a final newline and the mode of the file stay.',
    request: {
      path: 'src/cart.ts',
      content: 'export const cart = []\n',
      baseSha: '5626abf0f72e58d7a153368ba57db4c673c0e171',
    },
    answer: {
      available: true,
      path: 'src/cart.ts',
      rev: 'work',
      binary: false,
      truncated: false,
      lines: ['export const cart = []'],
      eol: '\n',
      finalNewline: true,
      sha: 'f719efd430d52bcfc8566a43b2eb655688d38871',
    },
  },
}

export const laneGitFileOperations = mountedAt(LANE_PREFIXES, operations)
