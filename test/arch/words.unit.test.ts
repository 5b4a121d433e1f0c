import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NAMESPACES } from '../../ui/src/i18n/namespaces.js'
import { openApi } from '../../src/http/openapi/document.js'
import { groupOf, sentencesOf } from '../support/ui/locales.js'

const root = join(import.meta.dirname, '..', '..')

/** Phrases that read like a translation, with what to write instead. */
const REPLACED: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\b(mend(s|ed)?|made whole|put right)\b/i, 'fix'],
  [/\b(anew|once more)\b/i, 'again, re-'],
  [/\b(tells? of|told of|told by)\b/i, 'report, show, reported by'],
  [/\b(is|are) (no more|none|not any more)\b/i, 'missing, deleted'],
  [/\bwas heard\b|\bheard of\b|\blast heard\b|\bhear (it )?again\b/i, 'activity, unmute'],
  [/\bkeep (still|quiet)\b/i, 'mute, pause'],
  [/\blook(s|ed|ing)? (for|among|through)\b/i, 'scan, search, query, check'],
  [/\bwords\b/i, 'text, terms, message'],
  [/\b(whoever|whom)\b/i, 'the client, the user'],
  [/\bas (it is|they are)\b/i, 'unchanged, as is'],
  [/\b(go(es)? on|come to rest)\b/i, 'continue, become idle'],
  [/\bbegins? anew\b/i, 'resets, restarts'],
  [/\bdearest\b/i, 'most expensive'],
  [/\bstands? (for|in)\b/i, 'means, is in'],
  [/\bby itself\b/i, 'automatically'],
  [/\bgone\b/i, 'deleted, ended'],
]

/** Where one of the phrases is right. */
const RIGHT: readonly string[] = []

const visible = (sentence: string): string => sentence.replace(/\{\{[^}]*\}\}|<[^>]*>/g, ' ')

const foundIn = (texts: readonly (readonly [place: string, text: string])[]): readonly string[] =>
  texts.flatMap(([place, text]) =>
    REPLACED.flatMap(([phrase, instead]) => {
      const found = phrase.exec(visible(text))?.[0]
      return found === undefined || RIGHT.includes(place) ? [] : [`${place}: "${found}", better: ${instead}`]
    }),
  )

const interfaceTexts = NAMESPACES.flatMap((namespace) =>
  sentencesOf(groupOf('en', namespace)).map(([key, sentence]) => [`${namespace}:${key}`, sentence] as const),
)

/** Returns the summaries and descriptions of the API document. */
const descriptionsOf = (value: unknown, path = ''): readonly (readonly [string, string])[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    (key === 'summary' || key === 'description') && typeof child === 'string'
      ? [[`${path}.${key}`, child] as const]
      : key === 'example' || key === 'value'
        ? []
        : descriptionsOf(child, `${path}.${key}`),
  )
}

const documents = ['README.md', 'docs/compatibility.md']
const monitoring = readdirSync(join(root, 'docs', 'monitoring')).map((file) => `docs/monitoring/${file}`)

const linesOf = (path: string): readonly (readonly [string, string])[] =>
  readFileSync(join(root, path), 'utf8')
    .split('\n')
    .map((line, index) => [`${path}:${index + 1}`, line.replace(/`[^`]*`/g, ' ')] as const)

describe('the English for readers', () => {
  it('is found, so that the checks below are not empty', () => {
    expect(interfaceTexts.length).toBeGreaterThan(300)
    expect(descriptionsOf(openApi('0')).length).toBeGreaterThan(150)
  })

  it('has no replaced phrase in the dashboard', () => expect(foundIn(interfaceTexts)).toEqual([]))

  it('has no replaced phrase in the API description', () => expect(foundIn(descriptionsOf(openApi('0')))).toEqual([]))

  it.each([...documents, ...monitoring])('has no replaced phrase in %s', (path) =>
    expect(foundIn(linesOf(path))).toEqual([]),
  )

  it.each(['Nothing was heard of it', 'Reading goes on', 'Look for new', 'begins anew', 'Words in the event'])(
    'reports "%s"',
    (text) => expect(foundIn([['x', text]])).not.toEqual([]),
  )

  it('ignores placeholders', () => expect(foundIn([['x', 'Search {{words}}']])).toEqual([]))
})
