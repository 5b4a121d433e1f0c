import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { i18n, t } from '../../../i18n/i18n.js'
import type { Words } from '../../../i18n/namespaces.js'

type Guide = RouteAnswer<'GET /api/import/guide'>
type Step = Guide['steps'][number]

const hasWords = (id: string): id is keyof Words['settings']['import']['guide']['steps'] =>
  i18n.exists(`settings:import.guide.steps.${id}.title`)

/** A step in the reader's language; in the service's own words where this page has never heard of it. */
export function stepWords({ id, title, body }: Step, guide: Guide): Pick<Step, 'title' | 'body'> {
  if (!hasWords(id)) return { title, body }
  const facts = { path: guide.default_projects_dir_display, command: guide.archive_command }
  return {
    title: t(`settings:import.guide.steps.${id}.title`),
    body: t(`settings:import.guide.steps.${id}.body`, facts),
  }
}
