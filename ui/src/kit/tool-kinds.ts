/** The kinds of tools that have a view of their own. */
export type ToolKind =
  | 'agent'
  | 'background'
  | 'changes'
  | 'notebook'
  | 'plan'
  | 'question'
  | 'read'
  | 'search'
  | 'shell'
  | 'skill'
  | 'tasks'
  | 'todos'
  | 'web'

/** The tools of Claude Code and Codex by their names. */
const KINDS: ReadonlyMap<string, ToolKind> = new Map(
  Object.entries({
    Agent: 'agent',
    Task: 'agent',
    spawn_agent: 'agent',
    AskUserQuestion: 'question',
    request_user_input: 'question',
    Bash: 'shell',
    PowerShell: 'shell',
    Monitor: 'shell',
    BashOutput: 'background',
    KillBash: 'background',
    KillShell: 'background',
    TaskOutput: 'background',
    TaskStop: 'background',
    write_stdin: 'background',
    send_input: 'background',
    wait_agent: 'background',
    close_agent: 'background',
    Edit: 'changes',
    MultiEdit: 'changes',
    Write: 'changes',
    NotebookEdit: 'notebook',
    ExitPlanMode: 'plan',
    Read: 'read',
    NotebookRead: 'read',
    view_image: 'read',
    Grep: 'search',
    Glob: 'search',
    LS: 'search',
    Skill: 'skill',
    SlashCommand: 'skill',
    TaskCreate: 'tasks',
    TaskGet: 'tasks',
    TaskList: 'tasks',
    TaskUpdate: 'tasks',
    TodoWrite: 'todos',
    update_plan: 'todos',
    WebFetch: 'web',
    web_fetch: 'web',
    WebSearch: 'web',
    web_search: 'web',
  } as const),
)

/** What kind a tool is of; undefined for tools of servers and for those nobody knows. */
export const kindOf = (name: string): ToolKind | undefined => KINDS.get(name)

/** Returns the names of the tools of a kind. */
export const toolsOfKind = (wanted: ToolKind): readonly string[] =>
  [...KINDS].flatMap(([name, kind]) => (kind === wanted ? [name] : []))
