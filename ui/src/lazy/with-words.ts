import { loadWords } from '../i18n/load.js'
import type { Namespace } from '../i18n/namespaces.js'
import { loadPart } from './load-part.js'

/** A module that is loaded together with the words it says, and is there when they are. */
export const withWords =
  <T>(namespace: Namespace, module: () => Promise<T>) =>
  (): Promise<T> =>
    loadPart(async () => {
      const [loaded] = await Promise.all([module(), loadWords(namespace)])
      return loaded
    })
