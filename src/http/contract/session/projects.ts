import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Usd } from '../common.js'
import { endpoint } from '../endpoint.js'
import { instant, page, scope, text } from '../param.js'

const Project = S.Struct({
  /** The last part of the directory. */
  name: S.String,
  cwd: S.String,
  sessions: Count,
  active: Count,
  /** All time. */
  cost: Usd,
  last_activity: DateTime,
})

export const projects = {
  'GET /api/projects': endpoint({
    summary: 'List projects (working directories), most recently used first',
    tag: 'sessions',
    access: 'history:read',
    query: { ...page(500, 50), ...scope, q: text('substring of the directory') },
    answers: { 200: S.Struct({ projects: S.Array(Project), total: Count }) },
    errors: ['EUNAVAILABLE'],
  }),
  'GET /api/projects/:name': endpoint({
    summary: 'Get a project with its most edited files',
    tag: 'sessions',
    access: 'history:read',
    query: {
      ...scope,
      cwd: text('the directory, if several have this name; by default the most recently used one'),
      from: instant('start', 'edits of files at or after this date or time'),
      to: instant('end', 'edits of files at or before this date or time'),
    },
    answers: {
      200: S.Struct({
        project: Project,
        /** All directories of this name, most recently used first. */
        directories: S.Array(S.Struct({ cwd: S.String, sessions: Count, last_activity: DateTime })),
        /** Most edited first, at most 500. Paths inside the directory are relative to it. */
        files: S.Array(S.Struct({ path: S.String, sessions: Count, edits: Count, failed: Count, last_edit: DateTime })),
        total_files: Count,
      }),
    },
    errors: ['NOT_FOUND', 'EUNAVAILABLE'],
  }),
} as const
