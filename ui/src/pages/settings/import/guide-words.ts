import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { i18n } from '../../../i18n/i18n.js'
import type { Words } from '../../../i18n/namespaces.js'

type Step = RouteAnswer<'GET /api/import/guide'>['steps'][number]
type StepWords = keyof Words['settings']['import']['guide']['steps']

const hasWords = (id: string): id is StepWords => i18n.exists(`settings:import.guide.steps.${id}.title`)

/** Whether this page has words of its own for a step; the service's own are shown where it has never heard of it. */
export const isKnown = (step: Step): step is Step & { readonly id: StepWords } => hasWords(step.id)
