import type { ParseKeys } from 'i18next'
import type { ComponentType, ReactElement } from 'react'
import { Trans as Translated } from 'react-i18next'
import { i18n } from './i18n.js'
import type { NAMESPACES } from './namespaces.js'
import { type Say, useWords } from './use-words.js'

interface TransProps {
  readonly i18nKey: ParseKeys<typeof NAMESPACES>
  /** What the tags of the sentence stand for: `<b>…</b>` for `{ b: <b /> }`. */
  readonly components: Readonly<Record<string, ReactElement>>
  readonly values?: Readonly<Record<string, string | number>>
  readonly count?: number
}

// A name from outside may hold a tag: it is text, whatever it looks like.
const AS_TEXT = { interpolation: { escapeValue: true } }

// Its own types work out each key anew and grow with the square of the words; the keys are checked by ours.
const Sentence = Translated as unknown as ComponentType<
  TransProps & {
    readonly i18n: typeof i18n
    readonly t: Say
    readonly tOptions: object
    readonly shouldUnescape: boolean
  }
>

/** A sentence with markup or live parts in it, which stand where the language wants them. */
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
