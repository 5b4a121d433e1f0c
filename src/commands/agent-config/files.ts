import * as Effect from 'effect/Effect'
import { withoutSecretText } from '../../domain/agent-config/hidden.js'
import { type FileScope, type FileType, placeOfFile } from '../../domain/agent-config/kinds.js'
import { reject } from '../../domain/rejection.js'
import type { Provider } from '../../domain/tools/catalog.js'
import type { ConfigFilesPort } from '../ports/config-files.js'
import type { ConfigPlaces } from './places.js'
import type { ConfigHomes } from './shelves.js'

/** A file that a request names. */
export interface FileAsked {
  readonly scope: FileScope | undefined
  readonly type: FileType | undefined
  readonly name: string | undefined
}

const badField = (field: string, message: string) => reject('EBADFIELD', `${field}: ${message}`, { fields: { field } })
const absent = () => reject('ENOTFOUND', 'there is no such file')

/** Returns where a file is that a request names. */
export const fileNamed = (
  provider: Provider,
  homes: ConfigHomes,
  { scope, type, name }: FileAsked,
  { isHost, project }: ConfigPlaces,
) =>
  Effect.gen(function* () {
    if (scope === undefined) return yield* Effect.fail(badField('scope', 'must be user or project'))
    if (type === undefined) return yield* Effect.fail(badField('type', 'must be one of the documented types'))
    const place = placeOfFile(provider, type, scope, name)
    if (place === 'no type') return yield* Effect.fail(badField('type', 'this tool has no such files'))
    if (place === 'bad name')
      return yield* Effect.fail(
        reject('EBADNAME', 'name: must name one file of this type', { fields: { field: 'name' } }),
      )
    const root = place.root === 'tool' ? (isHost ? homes[provider] : null) : project
    return root === null ? yield* Effect.fail(absent()) : { root, path: place.path, scope, type, name: name ?? null }
  })

/** Returns the reads of single files, of which one is shown whole. */
export const configFileReads = (files: ConfigFilesPort, homes: ConfigHomes) => ({
  read: (provider: Provider, asked: FileAsked, places: ConfigPlaces) =>
    Effect.gen(function* () {
      const { root, path, scope, type, name } = yield* fileNamed(provider, homes, asked, places)
      const file = files.text(root, path)
      if (file === null) return yield* Effect.fail(absent())
      const { text, ...facts } = file
      return { scope, type, name, ...facts, content: withoutSecretText(text) }
    }),
})

export type ConfigFileReads = ReturnType<typeof configFileReads>
