import * as Effect from 'effect/Effect'
import { patchWithSecrets, withoutSecretText, withSecretsOf } from '../../domain/agent-config/hidden.js'
import { FILE_SCOPES, FILE_TYPES, MEMORY_FILES, MOST_BYTES } from '../../domain/agent-config/kinds.js'
import { isLoose, loose, textOr } from '../../domain/agent-config/record.js'
import type { Author } from '../../domain/access/author.js'
import type { Caller } from '../../domain/access/caller.js'
import { reject } from '../../domain/rejection.js'
import type { Provider } from '../../domain/tools/catalog.js'
import type { Payload } from '../../events/envelope.js'
import type { ServiceJournal } from '../service/journal.js'
import type { ConfigFilesPort } from '../ports/config-files.js'
import type { ConfigWritesPort, FileChange, WriteOutcome } from '../ports/config-writes.js'
import { fileNamed } from './files.js'
import { editableJson, mergedJson, MOST_JSON, problem } from './json-edit.js'
import type { ConfigPlaces, ConfigPlacesOf } from './places.js'
import type { ConfigHomes } from './shelves.js'

interface EditParts {
  readonly files: ConfigFilesPort
  readonly writes: ConfigWritesPort
  readonly homes: ConfigHomes
  readonly places: ConfigPlacesOf
  readonly journal: Pick<ServiceJournal, 'configChanged'>
}

/** The members of a request that names a file, as they were sent. */
export type SentFile = Partial<Readonly<Record<'scope' | 'type' | 'name' | 'cwd' | 'baseSha', unknown>>>

const badField = (field: string, message: string) => reject('EBADFIELD', `${field}: ${message}`, { fields: { field } })
const badFolder = () =>
  reject('EBADPATH', 'cwd: must be the absolute path of a folder that exists', { fields: { field: 'cwd' } })
const stale = () => reject('ESTALE', 'the file has changed on disk: read it again')
const readOnly = () => reject('EREADONLY', 'the file cannot be written: it is read-only, or its folder is')
const outside = () => reject('EBADPATH', 'this path leads out of its folder')

const REFUSALS = { stale, refused: outside, denied: readOnly } as const

type Kind = Pick<Payload<'config-changed'>, 'type' | 'scope' | 'name'>
const SETTINGS_FILES = { user: 'settings.json', project: '.claude/settings.json', local: '.claude/settings.local.json' }

/** Returns the changes of the agents' configuration. Each keeps a copy of the old text and is recorded. */
export const configEdits = ({ files, writes, homes, places, journal }: EditParts) => {
  /** Returns what a caller may change: with a folder, also that of the project there. */
  const within = (scope: string, cwd: unknown, caller: Caller) =>
    Effect.gen(function* () {
      if (scope === 'user') return { isHost: true, project: null }
      if (typeof cwd !== 'string') return yield* Effect.fail(badFolder())
      const found = yield* places.of({ scope: 'project', cwd }, caller)
      return found.project === null ? yield* Effect.fail(badFolder()) : found
    })

  const settled = (outcome: WriteOutcome) =>
    outcome.is === 'written' ? Effect.succeed(outcome.backup) : Effect.fail(REFUSALS[outcome.is]())

  /** Replaces a text that was read just now, unless it stays the same. Returns the copy of the old one. */
  const replaced = (tool: Provider, change: FileChange, old: string | null, text: string, kind: Kind, author: Author) =>
    Effect.gen(function* () {
      if (old === text) return { changed: false, backup: null }
      const backup = yield* settled(writes.replace(change, text))
      const action = old === null ? 'created' : 'changed'
      yield* journal.configChanged({ tool, action, ...kind }, author)
      return { changed: true, backup }
    })

  const fileAsked = (tool: Provider, { scope, type, name, cwd }: SentFile, caller: Caller) =>
    Effect.gen(function* () {
      const asked = {
        scope: FILE_SCOPES.find((one) => one === scope),
        type: FILE_TYPES.find((one) => one === type),
        name: name === null || name === undefined ? undefined : textOr(name, ''),
      }
      const shown: ConfigPlaces = yield* within(asked.scope ?? 'user', cwd, caller)
      return yield* fileNamed(tool, homes, asked, shown)
    })

  /** Fails if a file is not the one that the client has read. */
  const refuseOther = (sha: string | null, baseSha: unknown) =>
    typeof baseSha === 'string' && baseSha !== sha ? Effect.fail(stale()) : Effect.void

  const parsedAs = (tool: Provider, type: string, text: string) => {
    if (type !== 'config') return Effect.void
    const parsed = files.parse(text, tool === 'codex' ? 'toml' : 'json')
    return 'error' in parsed ? Effect.fail(badField('content', problem(parsed.error))) : Effect.void
  }

  const jsonFile = (root: string, path: string) => editableJson(files, root, path, 'scope')

  return {
    /** Replaces or creates a file. Placeholders of secrets are the values that are there. */
    put: (tool: Provider, sent: SentFile & { readonly content?: unknown }, caller: Caller) =>
      Effect.gen(function* () {
        const { root, path, type, scope, name } = yield* fileAsked(tool, sent, caller)
        const { content } = sent
        if (typeof content !== 'string') return yield* Effect.fail(badField('content', 'must be a text'))
        if (!content.isWellFormed()) return yield* Effect.fail(badField('content', 'must be valid Unicode'))
        if (writes.size(content) > MOST_BYTES) return yield* Effect.fail(reject('ETOOBIG', 'content: at most 256 KiB'))
        const file = files.text(root, path)
        if (file?.truncated === true)
          return yield* Effect.fail(reject('ETOOBIG', 'the file is larger than 256 KiB and cannot be edited here'))
        yield* refuseOther(file?.sha ?? null, sent.baseSha)
        const text = withSecretsOf(content, file?.text ?? '')
        if (text === null)
          return yield* Effect.fail(badField('content', 'a placeholder [hidden] stands where the file has no secret'))
        yield* parsedAs(tool, type, text)
        const change = { root, path, expected: file?.sha ?? null }
        const { backup } = yield* replaced(tool, change, file?.text ?? null, text, { type, scope, name }, caller.author)
        return { path: `${root}/${path}`, backup, sha: writes.digest(text) }
      }),

    remove: (tool: Provider, sent: SentFile, caller: Caller) =>
      Effect.gen(function* () {
        const { root, path, type, scope, name } = yield* fileAsked(tool, sent, caller)
        const file = files.text(root, path, MOST_JSON)
        if (file === null || file.sha === null) return yield* Effect.fail(reject('ENOTFOUND', 'there is no such file'))
        yield* refuseOther(file.sha, sent.baseSha)
        const backup = yield* settled(writes.remove({ root, path, expected: file.sha }))
        yield* journal.configChanged({ tool, action: 'removed', type, scope, name }, caller.author)
        return { path: `${root}/${path}`, backup }
      }),

    /** Merges a patch into settings of Claude Code: null removes a member. Comments and order stay. */
    patchSettings: (
      { scope, cwd, patch }: Partial<Readonly<Record<'scope' | 'cwd' | 'patch', unknown>>>,
      caller: Caller,
    ) =>
      Effect.gen(function* () {
        if (scope !== 'user' && scope !== 'project' && scope !== 'local')
          return yield* Effect.fail(badField('scope', 'must be user, project or local'))
        if (!isLoose(patch)) return yield* Effect.fail(badField('patch', 'must be an object'))
        const { project } = yield* within(scope, cwd, caller)
        const { text, value, change } = yield* jsonFile(project ?? homes.claude, SETTINGS_FILES[scope])
        const given = patchWithSecrets(patch, value)
        if (given === null)
          return yield* Effect.fail(badField('patch', 'a placeholder [hidden] stands where the file has no secret'))
        const edited = mergedJson(writes, text ?? '', value, given.patch)
        const kind = { type: 'settings', scope, name: null }
        // An empty patch creates no file.
        if (edited === (text ?? '')) return { changed: false, backup: null }
        return yield* replaced('claude', change, text, edited, kind, caller.author)
      }),

    /** Replaces what the user has bound to keys. */
    setKeybindings: (groups: unknown, author: Author) =>
      Effect.gen(function* () {
        const read = keyGroups(groups)
        if (typeof read === 'string') return yield* Effect.fail(badField('groups', read))
        const { text, value, change } = yield* jsonFile(homes.claude, 'keybindings.json')
        const isSame = JSON.stringify(value['bindings'] ?? []) === JSON.stringify(read)
        if (isSame) return { changed: false, backup: null }
        const edited = writes.withJson(text ?? '', ['bindings'], read)
        return yield* replaced(
          'claude',
          change,
          text,
          edited,
          { type: 'keybindings', scope: 'user', name: null },
          author,
        )
      }),

    /** Creates the memory file of a project, which never replaces one. */
    createMemory: (tool: Provider, cwd: unknown, caller: Caller) =>
      Effect.gen(function* () {
        const { project } = yield* within('project', cwd, caller)
        const [path = ''] = MEMORY_FILES[tool].project
        const root = project ?? ''
        const outcome = writes.replace({ root, path, expected: null }, `# ${root.slice(root.lastIndexOf('/') + 1)}\n`)
        if (outcome.is === 'stale') return yield* Effect.fail(reject('EEXISTS', `${path} exists already`))
        if (outcome.is !== 'written') return yield* Effect.fail(outcome.is === 'denied' ? readOnly() : outside())
        const kind = { tool, action: 'created', type: 'memory', scope: 'project', name: null } as const
        yield* journal.configChanged(kind, caller.author)
        return `${root}/${path}`
      }),

    /** Lists the copies of all files; of one file with their texts. */
    backups: (file: string | undefined) => {
      const all = writes.backups()
      if (file === undefined) return all.map((backup) => ({ ...backup, content: null }))
      return all
        .filter((backup) => backup.file === file)
        .map((backup) => ({ ...backup, content: withoutSecretText(writes.backupText(backup) ?? '') }))
    },
  }
}

export type ConfigEdits = ReturnType<typeof configEdits>

const MOST_GROUPS = 200
const MOST_TEXT = 200

/** Returns the groups of key bindings; what is wrong with them otherwise. */
const keyGroups = (groups: unknown) => {
  if (!Array.isArray(groups) || groups.length > MOST_GROUPS) return `must be a list of at most ${MOST_GROUPS} groups`
  const isShort = (text: unknown): text is string => typeof text === 'string' && text !== '' && text.length <= MOST_TEXT
  const read = groups.map((given) => {
    const { context, bindings } = loose(given)
    const isFine =
      isShort(context) &&
      isLoose(bindings) &&
      Object.entries(bindings).every(([key, action]) => isShort(key) && (action === null || isShort(action)))
    return isFine ? { context, bindings } : null
  })
  return read.includes(null) ? 'each needs a context, and bindings of keys to actions or null' : read
}
