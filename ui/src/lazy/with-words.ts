import { loadWords } from '../i18n/load.js'
import type { Namespace } from '../i18n/namespaces.js'
import { loadPart } from './load-part.js'

/** Returns a loader of a module that also loads the translations it uses. */
export const withWords =
  <T>(namespace: Namespace, module: () => Promise<T>) =>
  (): Promise<T> =>
    loadPart(async () => {
      const [loaded] = await Promise.all([module(), loadWords(namespace)])
      return loaded
    })
