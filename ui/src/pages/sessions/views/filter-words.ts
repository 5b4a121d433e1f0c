import { lastPart, modelName } from '../../../format/format.js'
import { t } from '../../../i18n/i18n.js'
import type { SessionsSearch } from '../search.js'
import { providerWords, statusWords } from '../words.js'

/** What filters let through, in words; nothing for no filter. */
export function filterWords({ q, status, provider, model, cwd, source }: SessionsSearch): string {
  return [
    status === undefined ? '' : statusWords(status),
    provider === undefined ? '' : providerWords(provider),
    model === undefined ? '' : modelName(model),
    cwd === undefined ? '' : lastPart(cwd),
    source ?? '',
    q === undefined ? '' : t('quoted', { words: q }),
  ]
    .filter((words) => words !== '')
    .join(', ')
}
