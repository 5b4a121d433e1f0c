import { SESSION_STATUSES } from '../../../src/domain/session/status.js'
import { isProvider, toolOf } from '../api/tools.js'
import type { SessionFacets } from '../api/types.js'
import { lastPart, modelName } from '../format/format.js'
import { t } from '../i18n/i18n.js'

/** What sessions can be narrowed to, in the order in which it is shown. */
export const FACETS = [
  'status',
  'provider',
  'model',
  'cwd',
  'source',
] as const satisfies readonly (keyof SessionFacets['counts'])[]
export type FacetName = (typeof FACETS)[number]

/** How the page calls a state of sessions; one that it does not know keeps its name. */
function statusWords(value: string): string {
  const status = SESSION_STATUSES.find((known) => known === value)
  return status === undefined ? value : t(`status.${status}`)
}

/** How a value of each is called. */
export const FACET_WORDS: Readonly<Record<FacetName, (value: string) => string>> = {
  status: statusWords,
  provider: (value) => (isProvider(value) ? toolOf(value).name : value),
  model: modelName,
  cwd: lastPart,
  source: (value) => value,
}
