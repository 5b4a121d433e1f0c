import { lastPart, modelName } from '../../../format/format.js'
import type { SessionsSearch } from '../search.js'
import { PROVIDER_WORDS, STATUS_WORDS } from '../words.js'

/** What filters let through, in words; nothing for no filter. */
export function filterWords({ q, status, provider, model, cwd, source }: SessionsSearch): string {
  return [
    status === undefined ? '' : (STATUS_WORDS[status] ?? status),
    provider === undefined ? '' : (PROVIDER_WORDS[provider] ?? provider),
    model === undefined ? '' : modelName(model),
    cwd === undefined ? '' : lastPart(cwd),
    source ?? '',
    q === undefined ? '' : `“${q}”`,
  ]
    .filter((words) => words !== '')
    .join(', ')
}
