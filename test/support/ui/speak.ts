import { languages } from '../../../ui/src/format/languages.js'
import { i18n } from '../../../ui/src/i18n/i18n.js'
import { groupOf, namespacesOf } from './locales.js'

// The page loads translations on demand; tests have all of them and start in English.
for (const language of languages)
  for (const namespace of namespacesOf(language))
    i18n.addResourceBundle(language, namespace, groupOf(language, namespace))
