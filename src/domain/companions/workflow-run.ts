import { parseInstant } from '../time.js'
import { amountOf, countOf, type Fields, fields, idOf, isFields, listOf, textOf } from '../transcript/json.js'

/**
 * A run of Claude Code's workflow tool: a script that starts many agents. The CLI writes the script when it launches the run and
 * a journal when the run is over. The text of the script and what it returned stay in those files.
 */

const NAME_MAX = 200
const PATH_MAX = 4096
const EXCERPT_MAX = 200
const MOST_PHASES = 200
/** Upper bound on kept steps. A run starts at most a thousand agents. */
const MOST_STEPS = 1200

export interface WorkflowPhase {
  readonly title: string
  readonly detail: string | null
}

/** A phase that started, or an agent of the run. Fields are named as in the journal; times are in milliseconds. */
export interface WorkflowStep {
  readonly type: string
  readonly index?: number
  readonly title?: string
  readonly label?: string
  readonly phaseIndex?: number
  readonly phaseTitle?: string
  readonly agentId?: string
  readonly agentType?: string
  readonly model?: string
  readonly state?: string
  readonly error?: string
  readonly startedAt?: number
  readonly queuedAt?: number
  readonly lastProgressAt?: number
  readonly durationMs?: number
  readonly attempt?: number
  readonly tokens?: number
  readonly toolCalls?: number
  readonly lastToolName?: string
  /** Excerpts of at most 200 characters. */
  readonly lastToolSummary?: string
  readonly promptPreview?: string
  readonly resultPreview?: string
  readonly cached?: boolean
}

/** What the files report about a run. Times are in milliseconds since the epoch. */
export interface WorkflowRun {
  /** The id of the run, `wf_…`. */
  readonly run: string
  readonly taskId: string | null
  readonly name: string
  readonly status: string
  readonly defaultModel: string | null
  readonly startedAt: number | null
  readonly endedAt: number | null
  readonly durationMs: number | null
  readonly agentCount: number
  readonly totalTokens: number
  readonly totalToolCalls: number
  readonly phases: readonly WorkflowPhase[]
  readonly progress: readonly WorkflowStep[]
  readonly scriptPath: string | null
  readonly journalPath: string | null
  /** `live` until the journal exists. */
  readonly source: 'journal' | 'live'
}

const RUN = /^wf_[\w-]{1,120}$/

/** Whether a text is the id of a run. */
export const isRunId = (text: string): boolean => RUN.test(text)

/** Returns the run that a journal `wf_….json` describes; null for any other file. */
export const runOfJournal = (file: string): string | null => {
  const id = file.endsWith('.json') ? file.slice(0, -'.json'.length) : ''
  return isRunId(id) ? id : null
}

/** Returns the run and the name of the workflow for a script `<name>-wf_….js`; null for any other file. */
export const runOfScript = (file: string): { readonly run: string; readonly name: string } | null => {
  const [, name = '', run = ''] = /^(?:(.{1,200})-)?(wf_[\w-]{1,120})\.js$/.exec(file) ?? []
  return run === '' ? null : { run, name: name === '' ? run : name }
}

/** Returns the run whose folder holds this agent transcript; null for any other path. */
export const runOfTranscript = (path: string): string | null => {
  const folder = /\/subagents\/workflows\/([^/]+)\/[^/]+$/.exec(path)?.[1]
  return folder !== undefined && isRunId(folder) ? folder : null
}

const TEXTS = ['title', 'label', 'phaseTitle', 'agentId', 'agentType', 'model', 'state', 'lastToolName'] as const
const EXCERPTS = ['lastToolSummary', 'promptPreview', 'resultPreview', 'error'] as const
const NUMBERS = [
  'index',
  'phaseIndex',
  'startedAt',
  'queuedAt',
  'lastProgressAt',
  'durationMs',
  'attempt',
  'tokens',
  'toolCalls',
] as const

function stepOf(value: unknown): WorkflowStep[] {
  if (!isFields(value)) return []
  const type = textOf(value['type'], 50)
  if (type === null) return []
  const step: Record<string, string | number | boolean> = { type }
  for (const key of TEXTS) {
    const text = textOf(value[key], NAME_MAX)
    if (text !== null) step[key] = text
  }
  for (const key of EXCERPTS) {
    const text = textOf(value[key], EXCERPT_MAX)
    if (text !== null) step[key] = text
  }
  for (const key of NUMBERS) {
    const number = amountOf(value[key])
    if (number !== null) step[key] = number
  }
  if (value['cached'] === true) step['cached'] = true
  return [step as unknown as WorkflowStep]
}

const phaseOf = (value: unknown): WorkflowPhase[] => {
  const { title, detail } = fields(value)
  const known = textOf(title, NAME_MAX)
  return known === null ? [] : [{ title: known, detail: textOf(detail, NAME_MAX) }]
}

const timeOf = (value: unknown): number | null => {
  const at = typeof value === 'number' ? value : (parseInstant(value) ?? null)
  // Times outside this range cannot be formatted as a date.
  return at !== null && Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? at : null
}

const isAgent = ({ type }: WorkflowStep): boolean => type === 'workflow_agent'

/** Parses the journal of a run; null if the value is not an object. */
export function workflowRun(value: unknown, run: string, journalPath: string): WorkflowRun | null {
  if (!isFields(value)) return null
  const journal: Fields = value
  const started = timeOf(journal['startTime'] ?? journal['startedAt'])
  const duration = amountOf(journal['durationMs'])
  const ended = timeOf(journal['endTime'] ?? journal['endedAt'])
  const progress = listOf(journal['workflowProgress'] ?? journal['progress'])
    .slice(0, MOST_STEPS)
    .flatMap(stepOf)
  const agents = amountOf(journal['agentCount'])
  return {
    run,
    taskId: idOf(journal['taskId']),
    name: textOf(journal['workflowName'] ?? journal['name'], NAME_MAX) ?? run,
    status: textOf(journal['status'], 50) ?? 'completed',
    defaultModel: idOf(journal['defaultModel']),
    startedAt: started,
    endedAt: ended ?? (started === null || duration === null ? null : timeOf(started + duration)),
    durationMs: duration,
    agentCount: agents === null ? progress.filter(isAgent).length : countOf(agents),
    totalTokens: countOf(journal['totalTokens']),
    totalToolCalls: countOf(journal['totalToolCalls']),
    phases: listOf(journal['phases']).slice(0, MOST_PHASES).flatMap(phaseOf),
    progress,
    scriptPath: textOf(journal['scriptPath'], PATH_MAX),
    journalPath: textOf(journalPath, PATH_MAX),
    source: 'journal',
  }
}

/** Returns a launched run without a journal. Only the name and the time of its script are known. */
export const launchedRun = (
  { run, name }: { readonly run: string; readonly name: string },
  scriptPath: string,
  at: number,
): WorkflowRun => ({
  run,
  taskId: null,
  name,
  status: 'running',
  defaultModel: null,
  startedAt: at,
  endedAt: null,
  durationMs: null,
  agentCount: 0,
  totalTokens: 0,
  totalToolCalls: 0,
  phases: [],
  progress: [],
  scriptPath: textOf(scriptPath, PATH_MAX),
  journalPath: null,
  source: 'live',
})
