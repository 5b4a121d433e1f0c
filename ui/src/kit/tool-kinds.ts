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

/** Returns the kind of a tool; undefined for tools of MCP servers and for unknown ones. */
export const kindOf = (name: string): ToolKind | undefined => KINDS.get(name)

/** Kinds that share a colour. */
export type ToolGroup = 'shell' | 'read' | 'edit' | 'search' | 'agent' | 'web' | 'plan' | 'other'

const GROUPS: Readonly<Record<ToolKind, ToolGroup>> = {
  shell: 'shell',
  background: 'shell',
  read: 'read',
  changes: 'edit',
  notebook: 'edit',
  search: 'search',
  agent: 'agent',
  web: 'web',
  plan: 'plan',
  question: 'plan',
  skill: 'plan',
  tasks: 'plan',
  todos: 'plan',
}

/** The colour of each group. It is the same on every page. */
export const GROUP_COLOURS: Readonly<Record<ToolGroup, string>> = {
  shell: 'var(--c1)',
  read: 'var(--c2)',
  edit: 'var(--c3)',
  search: 'var(--c4)',
  agent: 'var(--c5)',
  web: 'var(--c6)',
  plan: 'var(--c7)',
  other: 'var(--c-other)',
}

const groupOf = (tool: string): ToolGroup => {
  const kind = kindOf(tool)
  return kind === undefined ? 'other' : GROUPS[kind]
}

export const toolColour = (tool: string): string => GROUP_COLOURS[groupOf(tool)]

/** Returns the groups of tools, each once, in their usual order. */
export function groupsOf(tools: Iterable<string>): readonly ToolGroup[] {
  const found = new Set([...tools].map(groupOf))
  return Object.keys(GROUP_COLOURS).filter((group): group is ToolGroup => found.has(group as ToolGroup))
}

/** Returns the names of the tools of a kind. */
export const toolsOfKind = (wanted: ToolKind): readonly string[] =>
  [...KINDS].flatMap(([name, kind]) => (kind === wanted ? [name] : []))
