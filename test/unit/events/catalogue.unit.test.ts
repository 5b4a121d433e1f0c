import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { JSONSchema, Schema } from '../../../src/domain/schema.js'
import { catalogue, definitionOf } from '../../../src/events/catalogue.js'
import { readPayload } from '../../../src/events/upcast.js'

const GOLDEN = new URL('../../fixtures/events/', import.meta.url)
const DIGESTS = 'schema-digests.json'

const read = (file: string): string => readFileSync(new URL(file, GOLDEN), 'utf8')
const goldenFiles = readdirSync(GOLDEN).filter((file) => file !== DIGESTS)
const goldens = goldenFiles.map((file) => {
  const [, type = '', version = ''] = /^(.+)\.v(\d+)\.json$/.exec(file) ?? []
  return { file, type, version: Number(version) }
})
const digest = (schema: Schema.Schema.AnyNoContext): string =>
  createHash('sha256')
    .update(JSON.stringify(JSONSchema.make(schema)))
    .digest('hex')
    .slice(0, 16)
const definitions = Object.values(catalogue)

describe('every stored event can be read', () => {
  it.each(goldens)('$file', ({ file, type, version }) => {
    const event = readPayload(type, version, read(file), null)
    const definition = definitionOf(type)
    if (event === null || definition === undefined) throw new Error(`${file}: the catalogue cannot read it`)
    expect(event.type).toBe(type)
    expect(Schema.decodeUnknownSync(definition.schema, { onExcessProperty: 'error' })(event.data)).toEqual(event.data)
  })

  it('every version of every type has a golden event', () => {
    const wanted = definitions.flatMap(({ type, version }) =>
      Array.from({ length: version }, (_, i) => `${type}.v${i + 1}.json`),
    )
    expect(goldenFiles.toSorted()).toEqual(wanted.toSorted())
  })

  it('a type has the same name as its catalogue entry', () => {
    for (const [name, definition] of Object.entries(catalogue)) expect(definition.type).toBe(name)
  })

  it('a type has one upcast for each earlier version', () => {
    for (const { type, version, upcasts } of definitions) expect(upcasts, type).toHaveLength(version - 1)
  })
})

describe('a shipped schema never changes, except for new optional fields', () => {
  const recorded = JSON.parse(read(DIGESTS)) as Readonly<Record<string, string>>

  it.each(definitions.map(({ type, version, schema }) => ({ type, version, schema })))(
    '$type v$version',
    ({ type, version, schema }) => {
      const key = `${type}.v${version}`
      const made = digest(schema as Schema.Schema.AnyNoContext)
      const advice =
        recorded[key] === undefined
          ? `${key} is new: record "${key}": "${made}" in ${DIGESTS}`
          : `the schema of ${key} was edited: leave it, and add version ${version + 1} with an upcast and a golden event;
             only where all that is new is an optional field, record "${made}"`
      expect(recorded[key], advice).toBe(made)
    },
  )

  it('digests of earlier versions stay on record', () => {
    for (const { type, version } of definitions) {
      for (let earlier = 1; earlier <= version; earlier++) expect(recorded).toHaveProperty([`${type}.v${earlier}`])
    }
  })
})

describe('unknown events are skipped', () => {
  it('an unknown type is read as null', () => {
    expect(readPayload('sessions-merged', 1, '{"into":"s"}', null)).toBeNull()
  })

  it('a version of a later release is read as null', () => {
    expect(readPayload('turn-completed', 3, '{"took":1}', null)).toBeNull()
  })

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s is not a type', (name) => {
    expect(readPayload(name, 1, '{}', null)).toBeNull()
  })
})
