import type { projects } from '../../../contract/session/projects.js'
import type { Operations } from '../../operation.js'

const project = {
  name: 'shop',
  cwd: '/home/ada/shop',
  sessions: 64,
  active: 4,
  cost: 312.4,
  last_activity: '2026-11-20T09:31:40.502Z',
} as const

export const projectsOperations: Operations<keyof typeof projects> = {
  'GET /api/projects': {
    description: 'Lists the working directories of sessions, with the number and cost of their sessions.',
    answer: { projects: [project], total: 1 },
  },
  'GET /api/projects/:name': {
    description:
      'Returns a project by the last segment of its directory. If several directories share the name, `directories` lists them and `cwd` selects one. `GET /api/sessions?cwd=` lists its sessions.',
    answer: {
      project,
      directories: [{ cwd: '/home/ada/shop', sessions: 64, last_activity: '2026-11-20T09:31:40.502Z' }],
      files: [{ path: 'src/upload.ts', sessions: 9, edits: 31, failed: 1, last_edit: '2026-11-20T09:30:12.000Z' }],
      total_files: 1,
    },
  },
}
