import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'
import { slugOf, slugOfTitle } from '../git/slug.js'
import { isToolId, type ToolId } from '../tools/catalog.js'
import { DEFAULT_PIPELINE, type LaneSettings, type Links, type Scalar } from './lane.js'

export const MAX_TITLE = 200
const MAX_NAME = 255
const MAX_NOTES = 10_000
const MAX_LINKS = 65_536

// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f]*$/
// oxlint-disable-next-line no-control-regex -- as above; tabs and newlines are allowed
const SEVERAL_LINES = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/

type FieldCode = 'EBADFIELD' | 'EBADPIPELINE' | 'EBADTOOL'
type Read<T, C extends FieldCode = 'EBADFIELD'> = Either.Either<T, Rejection<C>>

const wrong = (field: string, should: string): Either.Either<never, Rejection<'EBADFIELD'>> =>
  Either.left(reject('EBADFIELD', `${field}: ${should}`, { fields: { field } }))

const readText = (field: string, value: unknown, max: number, form = ONE_LINE): Read<string | null> => {
  if (value === null) return Either.right(null)
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.length <= max && form.test(text)
    ? Either.right(text)
    : wrong(field, `must be a string of at most ${max} characters, a number or null`)
}

/** Reads a title; an empty one means none. */
export const readTitle = (value: unknown): Read<string | null> =>
  Either.map(readText('title', typeof value === 'string' ? value.trim() : value, MAX_TITLE), (title) => title || null)

// Git would read a leading dash as an option.
const readBaseBranch = (value: unknown): Read<string | null> =>
  Either.flatMap(readText('base_branch', value, MAX_NAME), (branch) =>
    branch?.startsWith('-') ? wrong('base_branch', 'must not start with a dash') : Either.right(branch || null),
  )

/** Reads a value that a client sets and the service does not interpret. */
export const readScalar = (field: string, value: unknown): Read<Scalar> =>
  typeof value === 'number' ? Either.right(value) : readText(field, value, MAX_NAME)

const readLinks = (value: unknown): Read<Links> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && JSON.stringify(value).length <= MAX_LINKS
    ? Either.right(value as Links)
    : wrong('links', `must be an object of at most ${MAX_LINKS} characters of JSON`)

/** The ids of the installed templates. */
export type PipelineIds = Pick<ReadonlySet<string>, 'has'>

const readPipeline = (value: unknown, pipelines: PipelineIds): Read<string, 'EBADFIELD' | 'EBADPIPELINE'> => {
  if (typeof value !== 'string') return wrong('pipeline', 'must be the id of a pipeline')
  return value === DEFAULT_PIPELINE || pipelines.has(value)
    ? Either.right(value)
    : Either.left(reject('EBADPIPELINE', `there is no pipeline ${value.slice(0, MAX_NAME)}`))
}

const readTool = (value: unknown): Read<ToolId, 'EBADTOOL'> =>
  isToolId(value) ? Either.right(value) : Either.left(reject('EBADTOOL', 'tool: must be the id of a tool'))

/** The body of a request for a new lane: every member may be missing or of any type. */
export interface LaneInput {
  readonly title?: unknown
  readonly pipeline?: unknown
  readonly tool?: unknown
  readonly base_branch?: unknown
}

/** Returns the settings of a new lane. An absent, null or empty member means its default. */
export const readNewLane = ({ title, pipeline, tool, base_branch }: LaneInput, pipelines: PipelineIds) =>
  Either.all({
    title: readTitle(title ?? null),
    pipeline: readPipeline(pipeline || DEFAULT_PIPELINE, pipelines),
    tool: readTool(tool || 'cli_a'),
    baseBranch: readBaseBranch(base_branch ?? null),
  })

/** Reads the name of a new worktree and its branch. Without one, it is derived from the title. */
export const readSlug = (value: unknown, title: string | null): Either.Either<string, Rejection<'EBADSLUG'>> => {
  if (value === undefined || value === null || value === '') return Either.right(slugOfTitle(title ?? ''))
  const slug = typeof value === 'string' ? slugOf(value) : null
  return slug === null
    ? Either.left(reject('EBADSLUG', 'slug: must contain letters or digits', { fields: { field: 'slug' } }))
    : Either.right(slug)
}

type Change = Read<Partial<LaneSettings>, FieldCode>

const CHANGES: Readonly<Record<string, (value: unknown, pipelines: PipelineIds) => Change>> = {
  title: (value) => Either.map(readTitle(value), (title) => ({ title })),
  pipeline: (value, pipelines) => Either.map(readPipeline(value, pipelines), (pipeline) => ({ pipeline })),
  run_id: (value) => Either.map(readText('run_id', value, MAX_NAME), (runId) => ({ runId })),
  links: (value) => Either.map(readLinks(value), (links) => ({ links })),
  notes: (value) => Either.map(readText('notes', value, MAX_NOTES, SEVERAL_LINES), (notes) => ({ notes })),
  base_branch: (value) => Either.map(readBaseBranch(value), (baseBranch) => ({ baseBranch })),
  gate_decision: (value) => Either.map(readScalar('gate_decision', value), (gateDecision) => ({ gateDecision })),
  ci_status: (value) => Either.map(readScalar('ci_status', value), (ciStatus) => ({ ciStatus })),
  qc_dev: (value) => Either.map(readScalar('qc_dev', value), (qcDev) => ({ qcDev })),
  tool: () => Either.left(reject('EBADTOOL', 'the tool of a lane cannot be changed')),
}

const readChange = (field: string, value: unknown, pipelines: PipelineIds): Change => {
  const read = Object.hasOwn(CHANGES, field) ? CHANGES[field] : undefined
  return read === undefined ? wrong(field.slice(0, MAX_NAME), 'cannot be changed') : read(value, pipelines)
}

/** Returns the settings that an update names. One invalid member refuses the whole update. */
export const readLaneChanges = (input: Readonly<Record<string, unknown>>, pipelines: PipelineIds): Change =>
  Either.map(
    Either.all(Object.entries(input).map(([field, value]) => readChange(field, value, pipelines))),
    (changes) => Object.assign({}, ...changes),
  )

/** Reads the name of a branch that a new worktree checks out instead of a new one; null for none. */
export const readExistingBranch = (value: unknown): Read<string | null> => {
  if (value === undefined || value === null || value === '') return Either.right(null)
  return typeof value === 'string' ? Either.right(value) : wrong('existingBranch', 'must be the name of a branch')
}

/** What happens to a new worktree besides its checkout: members of a request may be missing or of any type. */
export interface PreparationInput {
  readonly fetch?: unknown
  readonly setup?: unknown
}

/** What happens to a new worktree besides its checkout. */
export interface Preparation {
  /** Whether the remote of the base is fetched before, so that the branch starts from the newest commit. */
  readonly fetch: boolean
  /** The digest of the setup script that may run; null if none may. */
  readonly setup: string | null
}

/** Reads what happens to a new worktree. */
export const readPreparation = ({ fetch, setup }: PreparationInput): Read<Preparation> => {
  if (fetch !== undefined && fetch !== null && typeof fetch !== 'boolean')
    return wrong('fetch', 'must be true or false')
  if (setup !== undefined && setup !== null && (typeof setup !== 'string' || !/^[\da-f]{64}$/.test(setup)))
    return wrong('setup', 'must be the digest of the setup script')
  return Either.right({ fetch: fetch === true, setup: setup ?? null })
}
