import type { Provider, Tool } from './catalog.js'

/** How to start an agent. Members that are absent leave the choice to the CLI. */
export interface Launch {
  readonly prompt?: string
  /** A file that the prompt tells the agent to read, outside of its directory. */
  readonly promptFile?: string
  /** What it is told beside its own instructions. */
  readonly instructions?: string
  readonly model?: string
  readonly permissionMode?: string
  readonly effort?: string
  readonly sandbox?: string
  readonly approval?: string
  /** The session to continue: its id, or the most recent one in the directory. */
  readonly resume?: { readonly id: string } | 'last'
  /** Continues the resumed session under a new id. */
  readonly fork?: boolean
  /** The name of the git worktree to create and run in. */
  readonly worktree?: string
  /** A file of settings that win over those of its directory. */
  readonly settingsFile?: string
  /** The name of a layer on top of its user's settings. */
  readonly profile?: string
  /** Directories outside of its own that its sandbox lets it write to. */
  readonly writable?: readonly string[]
}

/** Returns the options that the tool cannot be started with: a capability it lacks, or a value it does not know. */
export function unsupported({ capabilities }: Tool, launch: Launch): readonly (keyof Launch)[] {
  const { permissionMode, effort, sandbox, approval, resume, fork, worktree } = launch
  const unknown = (value: string | undefined, known: readonly string[]): boolean =>
    value !== undefined && !known.includes(value)
  const refused: Partial<Record<keyof Launch, boolean>> = {
    permissionMode: unknown(permissionMode, capabilities.permissionModes),
    effort: unknown(effort, capabilities.efforts),
    sandbox: unknown(sandbox, capabilities.sandboxes),
    approval: unknown(approval, capabilities.approvals),
    resume: resume !== undefined && !capabilities.resume,
    fork: fork === true && (!capabilities.fork || resume === undefined),
    worktree: worktree !== undefined && !capabilities.worktree,
  }
  return (Object.keys(refused) as (keyof Launch)[]).filter((option) => refused[option])
}

// One word per option: a value that starts with a dash is not read as an option of its own.
const option = (name: string, value: string | undefined): readonly string[] =>
  value === undefined ? [] : [`--${name}=${value}`]

// After `--`, nothing is read as an option.
const operands = (...values: readonly (string | undefined)[]): readonly string[] => {
  const given = values.filter((value) => value !== undefined)
  return given.length === 0 ? [] : ['--', ...given]
}

// Claude Code asks before it reads a file outside of its directory. Its rules write an absolute path with another slash.
const readable = (path: string | undefined): readonly string[] =>
  option('allowedTools', path === undefined ? undefined : `Read(/${path})`)

const claude = ({
  prompt,
  promptFile,
  instructions,
  model,
  permissionMode,
  effort,
  resume,
  fork,
  worktree,
  settingsFile,
}: Launch): readonly string[] => [
  ...option('model', model),
  ...option('permission-mode', permissionMode),
  ...option('effort', effort),
  ...(resume === 'last' ? ['--continue'] : option('resume', resume?.id)),
  ...(fork === true ? ['--fork-session'] : []),
  ...option('worktree', worktree),
  ...option('settings', settingsFile),
  ...option('append-system-prompt', instructions),
  ...readable(promptFile),
  ...operands(prompt),
]

/** Returns a text as TOML: as in JSON, but that it knows one more control character. */
const tomlText = (text: string): string => JSON.stringify(text).replaceAll('\u007f', String.raw`\u007f`)

const codex = ({
  prompt,
  instructions,
  model,
  effort,
  sandbox,
  approval,
  resume,
  writable = [],
  profile,
}: Launch): readonly string[] => [
  ...(resume === undefined ? [] : ['resume']),
  ...(resume === 'last' ? ['--last'] : []),
  ...option('profile', profile),
  ...option('model', model),
  ...option('sandbox', sandbox),
  ...option('ask-for-approval', approval),
  ...writable.flatMap((directory) => option('add-dir', directory)),
  ...option('config', effort === undefined ? undefined : `model_reasoning_effort=${effort}`),
  ...option('config', instructions === undefined ? undefined : `developer_instructions=${tomlText(instructions)}`),
  ...operands(resume === 'last' ? undefined : resume?.id, prompt),
]

const ARGUMENTS: Readonly<Record<Provider, (launch: Launch) => readonly string[]>> = { claude, codex }

/** Whether the sandbox of a tool keeps it from writing outside of its directory, so that more directories can be named. */
export const hasSandbox = ({ capabilities }: Tool, { sandbox }: Launch): boolean =>
  capabilities.sandboxes.length > 0 && (sandbox === undefined || sandbox === 'workspace-write')

// The left arrow would move the session of a lane to a daemon, which outlives the lane.
const VARIABLES: Readonly<Record<Provider, Readonly<Record<string, string>>>> = {
  claude: { CLAUDE_CODE_DISABLE_AGENT_VIEW: '1' },
  codex: {},
}

/** Returns the environment variables that a tool is started with in a lane. */
export const variablesOf = ({ provider }: Tool): Readonly<Record<string, string>> => VARIABLES[provider]

/**
 * Returns the program and its arguments that start a tool. No shell reads them. The launch must have no unsupported option; see
 * `unsupported`.
 */
export const argvOf = (tool: Tool, launch: Launch): readonly string[] => [
  tool.binary,
  ...ARGUMENTS[tool.provider](launch),
]

// The question can quote a repository that nobody has checked, so the agent has no tools, and reads no file that the question
// mentions as `@/path`.
const CLAUDE_SETTINGS = { disableAllHooks: true, permissions: { deny: ['Read(//**)'] } }
const ANSWER: Readonly<Record<Provider, readonly string[]>> = {
  claude: [
    '--print',
    '--output-format=text',
    '--no-session-persistence',
    '--tools=',
    '--strict-mcp-config',
    '--setting-sources=user',
    `--settings=${JSON.stringify(CLAUDE_SETTINGS)}`,
  ],
  codex: [
    'exec',
    '--ephemeral',
    '--skip-git-repo-check',
    '--sandbox=read-only',
    '--color=never',
    // As settings: a release without one of these features would not know it as an option.
    ...['features.hooks', 'features.shell_tool', 'features.unified_exec'].map((name) => `--config=${name}=false`),
    '--config=web_search=disabled',
    '-',
  ],
}

/**
 * Returns the program and its arguments that answer one question from stdin on stdout. No hook runs and no session is stored, so
 * the dashboard does not list it.
 */
export const answerArgv = (tool: Tool): readonly string[] => [tool.binary, ...ANSWER[tool.provider]]
