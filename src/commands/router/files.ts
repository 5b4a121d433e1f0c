import * as Effect from 'effect/Effect'
import { isLoose } from '../../domain/agent-config/record.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import { claudeVariables, codexLayer, codexSettings, type Connection } from '../../domain/router/connection.js'
import { editableText, mergedJson, MOST_JSON } from '../agent-config/json-edit.js'
import type { ConfigFilesPort } from '../ports/config-files.js'
import type { ConfigWritesPort, FileChange } from '../ports/config-writes.js'
import type { HomeFiles } from '../ports/home-files.js'

/** Where Claude Code reads the settings of one folder that are not committed. */
export const LOCAL_SETTINGS = '.claude/settings.local.json'
/** The files can have a key. */
const PRIVATE = 0o600

const REFUSALS = {
  stale: () => reject('ESTALE', 'the file has changed on disk: try again'),
  refused: () => reject('EBADPATH', 'its path leads out of its folder'),
  denied: () => reject('EREADONLY', 'the file cannot be written: it is read-only, or its folder is'),
} as const

export type FileRefusal = Rejection<'ESTALE' | 'EBADPATH' | 'EREADONLY' | 'EBADFIELD'>
type Written = Effect.Effect<void, FileRefusal>

interface FileParts {
  readonly files: HomeFiles
  readonly parse: Pick<ConfigFilesPort, 'parse'>
  readonly edits: Pick<ConfigWritesPort, 'withJson' | 'withTable'>
}

/** Writes the files by which the CLIs learn about a proxy. They have keys, so no copies of them are kept. */
export const proxyFiles = ({ files, parse, edits }: FileParts) => {
  const settled = (change: FileChange, text: string | null): Written =>
    Effect.suspend(() => {
      const given = { ...change, mode: PRIVATE, keepsCopy: false } as const
      return text === null ? files.remove(given) : files.replace(given, text)
    }).pipe(
      Effect.flatMap(
        (outcome): Written => (outcome.is === 'written' ? Effect.void : Effect.fail(REFUSALS[outcome.is]())),
      ),
    )

  /** Returns what writes the settings of a lane; fails if they cannot be edited. Null takes the proxy out. */
  const claude = (cwd: string, connection: Connection | null): Effect.Effect<Written, FileRefusal> =>
    Effect.gen(function* () {
      const file = yield* files.text(cwd, LOCAL_SETTINGS, MOST_JSON)
      const place = { root: cwd, path: LOCAL_SETTINGS, field: 'profile' }
      const { text, value, change } = yield* editableText(parse, file, place)
      const env = isLoose(value['env']) ? value['env'] : null
      const patch = { env: claudeVariables(connection) }
      if (connection === null && env === null) return Effect.void
      const edited = mergedJson(edits, text ?? '', value, patch)
      const isBare = /^\s*\{\s*(?:"env"\s*:\s*\{\s*\}\s*)?\}\s*$/.test(edited)
      if (connection === null && isBare) return text === null ? Effect.void : settled(change, null)
      return edited === text ? Effect.void : settled(change, edited)
    })

  /** Writes the layer of a proxy into a home of Codex. */
  const codex = (home: string, connection: Connection): Written =>
    Effect.gen(function* () {
      const path = codexLayer(connection.name)
      const old = yield* files.text(home, path)
      const text = edits.withTable('', [], codexSettings(connection))
      if (old?.text !== text) yield* settled({ root: home, path, expected: old?.sha ?? null }, text)
    })

  return {
    claude,
    codex,
    /** Whether a home of Codex has the layer of a proxy. */
    hasCodex: (home: string, name: string): Effect.Effect<boolean> =>
      Effect.map(files.text(home, codexLayer(name)), (found) => found !== null),
    removeCodex: (home: string, name: string): Written =>
      Effect.flatMap(files.text(home, codexLayer(name)), (old) =>
        old === null || old.sha === null
          ? Effect.void
          : settled({ root: home, path: codexLayer(name), expected: old.sha }, null),
      ),
  }
}

export type ProxyFiles = ReturnType<typeof proxyFiles>
