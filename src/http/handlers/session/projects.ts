import { reject } from '../../../domain/rejection.js'
import type { projects } from '../../contract/session/projects.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const projectHandlers = ({ side }: Services): Handlers<keyof typeof projects> => ({
  'GET /api/projects': async ({ query }, { reads }) => ({
    status: 200,
    json: await side.projects(reads, query),
  }),
  'GET /api/projects/:name': async ({ params, query }, { reads }) => {
    const found = await side.project(reads, { ...query, name: params.name })
    return found === undefined ? reject('NOT_FOUND', 'project not found') : { status: 200, json: found }
  },
})
