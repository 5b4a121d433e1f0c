import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../../ui/src/format/languages.js'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'ui', 'src', 'locales')

/** Translations of a locale file: nested groups of sentences. */
export interface Group {
  readonly [key: string]: string | Group
}

/** Returns the namespaces for which a language has a file. */
export const namespacesOf = (language: Language): readonly string[] =>
  readdirSync(join(FOLDER, language)).map((file) => file.replace(/\.json$/, ''))

export const groupOf = (language: Language, namespace: string): Group =>
  JSON.parse(readFileSync(join(FOLDER, language, `${namespace}.json`), 'utf8')) as Group

/** Returns `[a.b.c, sentence]` for every sentence of a group. */
export const sentencesOf = (group: Group, path = ''): readonly (readonly [key: string, sentence: string])[] =>
  Object.entries(group).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as const] : sentencesOf(value, `${path}${key}.`),
  )
