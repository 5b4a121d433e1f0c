import type { TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'
import { createSignal } from '../store/signal.js'
import { i18n } from './i18n.js'
import { NAMESPACES } from './namespaces.js'

/** Returns the text of a key. */
export type Say = TFunction<typeof NAMESPACES>

const inLanguage = (): Say => i18n.getFixedT(i18n.language, NAMESPACES)

// The hook of the library copies the whole library for each component, and a list has hundreds of them.
const say = createSignal(inLanguage())
i18n.on('languageChanged', () => say.set(inLanguage()))

/** Returns the texts for a component, which renders again when the language changes. Keys of `common` need no namespace. */
export const useWords = (): Say => useSyncExternalStore(say.subscribe, say.get)
