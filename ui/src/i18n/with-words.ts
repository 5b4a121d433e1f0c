import { loadWords } from './load.js'
import type { Namespace } from './namespaces.js'

/** A module that is loaded together with the words it says, and is there when they are. */
export const withWords =
  <T>(namespace: Namespace, module: () => Promise<T>) =>
  async (): Promise<T> => {
    const [loaded] = await Promise.all([module(), loadWords(namespace)])
    return loaded
  }
