import type { TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'
import { createSignal } from '../store/signal.js'
import { i18n } from './i18n.js'
import { NAMESPACES } from './namespaces.js'

/** Says the words of a key. */
export type Say = TFunction<typeof NAMESPACES>

const inLanguage = (): Say => i18n.getFixedT(i18n.language, NAMESPACES)

// The library's own hook makes a copy of the whole library for each component: a list has hundreds of them.
const say = createSignal(inLanguage())
i18n.on('languageChanged', () => say.set(inLanguage()))

/** Words for a component, which renders again when another language is spoken. Keys of `common` need no namespace. */
export const useWords = (): Say => useSyncExternalStore(say.subscribe, say.get)
