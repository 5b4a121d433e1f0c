import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { i18n } from './i18n.js'
import { NAMESPACES } from './namespaces.js'

// The same object at each render: another one would make the hook subscribe anew.
const STEADY = { i18n, useSuspense: false }

/** Says the words of a key. */
export type Say = TFunction<typeof NAMESPACES>

/** Words for a component, which renders again when another language is spoken. Keys of `common` need no namespace. */
export const useWords = (): Say => useTranslation(NAMESPACES, STEADY).t
