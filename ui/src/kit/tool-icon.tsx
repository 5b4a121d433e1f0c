import {
  BookOpen,
  Bot,
  FilePen,
  Globe,
  ListTodo,
  type LucideIcon,
  MessageCircleQuestion,
  Plug,
  Search,
  SquareTerminal,
  Wrench,
} from 'lucide-react'
import { serverTool } from './server-tool.js'
import styles from './tool-icon.module.css'
import { kindOf, type ToolKind } from './tool-kinds.js'

type Shape = ToolKind | 'server' | 'other'

const ICONS: Readonly<Record<Shape, LucideIcon>> = {
  agent: Bot,
  background: SquareTerminal,
  changes: FilePen,
  notebook: FilePen,
  plan: ListTodo,
  question: MessageCircleQuestion,
  read: BookOpen,
  search: Search,
  shell: SquareTerminal,
  skill: Wrench,
  tasks: ListTodo,
  todos: ListTodo,
  web: Globe,
  server: Plug,
  other: Wrench,
}

const shapeOf = (tool: string): Shape => kindOf(tool) ?? (serverTool(tool) === undefined ? 'other' : 'server')

interface ToolIconProps {
  readonly tool: string
  /** The name of the tool is next to it. */
  readonly named?: boolean
}

/** The icon of a kind of tool. */
export function ToolIcon({ tool, named = false }: ToolIconProps) {
  const Icon = ICONS[shapeOf(tool)]
  return (
    <span
      className={styles['icon']}
      title={tool}
      {...(named ? { 'aria-hidden': true } : { role: 'img', 'aria-label': tool })}
    >
      <Icon size={14} strokeWidth={1.8} aria-hidden />
    </span>
  )
}
