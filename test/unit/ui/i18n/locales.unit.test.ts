import { describe, expect, it } from 'vitest'
import { languages } from '../../../../ui/src/format/languages.js'
import { NAMESPACES } from '../../../../ui/src/i18n/namespaces.js'
import { groupOf, namespacesOf, sentencesOf } from '../../../support/ui/locales.js'

const PLURAL = /_(zero|one|two|few|many|other)$/
const others = languages.filter((language) => language !== 'en')

const keysOf = (language: (typeof languages)[number], namespace: string): readonly string[] =>
  sentencesOf(groupOf(language, namespace)).map(([key]) => key)

const pluralsOf = (keys: readonly string[]): readonly string[] => [
  ...new Set(keys.filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, ''))),
]

/** Returns the placeholders and tags of a sentence, sorted: their order differs between languages. */
const marksOf = (sentence: string): readonly string[] =>
  [...sentence.matchAll(/\{\{[^}]+\}\}|<\/?\w+ ?\/?>/g)].map(([mark]) => mark).toSorted()

/** Void HTML elements have no content: the text of such a tag would end up outside it. */
const VOID = /<(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)>/

describe('the translations', () => {
  it('are found, so that the checks below are not empty', () => {
    expect(languages).toContain('de')
    expect(keysOf('en', 'common').length).toBeGreaterThan(100)
  })

  it.each(languages)('have a file for each namespace in %s', (language) =>
    expect(namespacesOf(language).toSorted()).toEqual([...NAMESPACES].toSorted()),
  )

  const places = others.flatMap((language) => NAMESPACES.map((namespace) => [language, namespace] as const))

  it.each(places)('have the same keys in %s as in English: %s', (language, namespace) => {
    const bare = (keys: readonly string[]) => [...new Set(keys.map((key) => key.replace(PLURAL, '')))].toSorted()
    expect(bare(keysOf(language, namespace))).toEqual(bare(keysOf('en', namespace)))
    expect(pluralsOf(keysOf(language, namespace)).toSorted()).toEqual(pluralsOf(keysOf('en', namespace)).toSorted())
  })

  it.each(languages)('have every plural form that %s needs, and no other', (language) => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    for (const namespace of NAMESPACES) {
      const keys = keysOf(language, namespace)
      for (const plural of pluralsOf(keys)) {
        const forms = keys.filter((key) => key.replace(PLURAL, '') === plural).map((key) => PLURAL.exec(key)?.[1])
        expect([plural, new Set(forms)]).toEqual([plural, new Set(pluralCategories)])
      }
    }
  })

  it.each(languages)('are not empty and have no surrounding spaces in %s', (language) => {
    const empty = NAMESPACES.flatMap((namespace) =>
      sentencesOf(groupOf(language, namespace))
        .filter(([, sentence]) => sentence === '' || sentence !== sentence.trim())
        .map(([key]) => `${namespace}:${key}`),
    )
    expect(empty).toEqual([])
  })

  it.each(languages)('use no void HTML element as a tag in %s', (language) => {
    const empty = NAMESPACES.flatMap((namespace) =>
      sentencesOf(groupOf(language, namespace)).filter(([, sentence]) => VOID.test(sentence)),
    )
    expect(empty).toEqual([])
  })

  it.each(places)('have the same placeholders and tags in %s as in English: %s', (language, namespace) => {
    const english = new Map(sentencesOf(groupOf('en', namespace)))
    for (const [key, sentence] of sentencesOf(groupOf(language, namespace))) {
      // The form for exactly one may write "one" instead of the number.
      const plain = english.get(key) ?? english.get(key.replace(PLURAL, '_other')) ?? ''
      const [ours, theirs] = [marksOf(sentence), marksOf(plain)].map((marks) =>
        key.endsWith('_one') ? marks.filter((mark) => !mark.startsWith('{{count')) : marks,
      )
      expect([key, ours]).toEqual([key, theirs])
    }
  })
})
