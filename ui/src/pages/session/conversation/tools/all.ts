import { agent } from './agent.js'
import { background } from './background.js'
import { changes } from './changes.js'
import { kindOf, type ToolKind } from '../../../../kit/tool-kinds.js'
import { notebook } from './notebook.js'
import { other } from './other.js'
import { plan } from './plan.js'
import { question } from './question.js'
import { read } from './read.js'
import { searchFiles } from './search-files.js'
import { shell } from './shell.js'
import { skill } from './skill.js'
import { tasks } from './tasks.js'
import { todos } from './todos.js'
import type { ToolView } from './view.js'
import { web } from './web.js'

const VIEWS: Readonly<Record<ToolKind, ToolView>> = {
  agent,
  background,
  changes,
  notebook,
  plan,
  question,
  read,
  search: searchFiles,
  shell,
  skill,
  tasks,
  todos,
  web,
}

/** Returns the view for the calls of a tool. */
export function viewOf(name: string): ToolView {
  const kind = kindOf(name)
  return kind === undefined ? other : VIEWS[kind]
}
