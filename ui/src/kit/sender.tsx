import { Bot, type LucideIcon, Settings2, User, Waypoints, Wrench } from 'lucide-react'
import type { Message } from '../api/types.js'

type Sender = Message['sender']

/** Who speaks, as the reader would say it. */
export const SENDER_WORDS: Readonly<Record<Sender, string>> = {
  user: 'You',
  assistant: 'Agent',
  orchestrator: 'Main agent',
  system: 'System',
  tool: 'Tool',
}

const ICONS: Readonly<Record<Sender, LucideIcon>> = {
  user: User,
  assistant: Bot,
  orchestrator: Waypoints,
  system: Settings2,
  tool: Wrench,
}

/** The icon of a speaker; the word stands beside it or is read aloud. */
export function SenderIcon({ sender }: { sender: Sender }) {
  const Icon = ICONS[sender]
  return <Icon size={14} strokeWidth={1.6} aria-hidden />
}
