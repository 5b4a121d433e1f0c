import type { ParseKeys } from 'i18next'
import type { ComponentType, ReactElement } from 'react'
import { Trans as Translated } from 'react-i18next'
import { i18n } from './i18n.js'
import type { NAMESPACES } from './namespaces.js'
import { type Say, useWords } from './use-words.js'

interface TransProps {
  readonly i18nKey: ParseKeys<typeof NAMESPACES>
  /** The elements for the tags of the sentence: `<b>…</b>` for `{ b: <b /> }`. */
  readonly components: Readonly<Record<string, ReactElement>>
  readonly values?: Readonly<Record<string, string | number>>
  readonly count?: number
}

// A name from outside may contain a tag, which must stay text.
const AS_TEXT = { interpolation: { escapeValue: true } }

// Its own types take quadratic time in the number of keys. Our types check the keys.
const Sentence = Translated as unknown as ComponentType<
  TransProps & {
    readonly i18n: typeof i18n
    readonly t: Say
    readonly tOptions: object
    readonly shouldUnescape: boolean
  }
>

/** A translated sentence with markup or live parts, in the order of the language. */
export function Trans({ i18nKey, components, values, count }: TransProps) {
  const t = useWords()
  return (
    <Sentence
      i18n={i18n}
      t={t}
      i18nKey={i18nKey}
      components={components}
      values={{ ...values }}
      {...(count === undefined ? {} : { count })}
      tOptions={AS_TEXT}
      shouldUnescape
    />
  )
}
