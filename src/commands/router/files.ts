import * as Either from 'effect/Either'
import { isLoose } from '../../domain/agent-config/record.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import { claudeVariables, codexLayer, codexSettings, type Connection } from '../../domain/router/connection.js'
import { editableJson, mergedJson } from '../agent-config/json-edit.js'
import type { ConfigFilesPort } from '../ports/config-files.js'
import type { ConfigWritesPort, FileChange } from '../ports/config-writes.js'

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
type Written = Either.Either<void, FileRefusal>

interface FileParts {
  readonly files: Pick<ConfigFilesPort, 'text' | 'parse'>
  readonly writes: ConfigWritesPort
}

/** Writes the files by which the CLIs learn about a proxy. They have keys, so no copies of them are kept. */
export const proxyFiles = ({ files, writes }: FileParts) => {
  const settled = (change: FileChange, text: string | null): Written => {
    const given = { ...change, mode: PRIVATE, keepsCopy: false } as const
    const outcome = text === null ? writes.remove(given) : writes.replace(given, text)
    return outcome.is === 'written' ? Either.right(undefined) : Either.left(REFUSALS[outcome.is]())
  }

  /** Returns what writes the settings of a lane; fails if they cannot be edited. Null takes the proxy out. */
  const claude = (cwd: string, connection: Connection | null): Either.Either<() => Written, FileRefusal> =>
    Either.map(editableJson(files, cwd, LOCAL_SETTINGS, 'profile'), ({ text, value, change }) => () => {
      const env = isLoose(value['env']) ? value['env'] : null
      const patch = { env: claudeVariables(connection) }
      if (connection === null && env === null) return Either.right(undefined)
      const edited = mergedJson(writes, text ?? '', value, patch)
      const isBare = /^\s*\{\s*(?:"env"\s*:\s*\{\s*\}\s*)?\}\s*$/.test(edited)
      if (connection === null && isBare) return text === null ? Either.right(undefined) : settled(change, null)
      return edited === text ? Either.right(undefined) : settled(change, edited)
    })

  /** Writes the layer of a proxy into a home of Codex. */
  const codex = (home: string, connection: Connection): Written => {
    const path = codexLayer(connection.name)
    const old = files.text(home, path)
    const text = writes.withTable('', [], codexSettings(connection))
    return old?.text === text
      ? Either.right(undefined)
      : settled({ root: home, path, expected: old?.sha ?? null }, text)
  }

  return {
    claude,
    codex,
    /** Whether a home of Codex has the layer of a proxy. */
    hasCodex: (home: string, name: string): boolean => files.text(home, codexLayer(name)) !== null,
    removeCodex: (home: string, name: string): Written => {
      const old = files.text(home, codexLayer(name))
      return old === null || old.sha === null
        ? Either.right(undefined)
        : settled({ root: home, path: codexLayer(name), expected: old.sha }, null)
    },
  }
}

export type ProxyFiles = ReturnType<typeof proxyFiles>
