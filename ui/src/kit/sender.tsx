import { Bot, type LucideIcon, Settings2, User, Waypoints, Wrench } from 'lucide-react'
import type { Message } from '../api/types.js'

type Sender = Message['sender']

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

export function SenderIcon({ sender }: { sender: Sender }) {
  const Icon = ICONS[sender]
  return <Icon size={14} strokeWidth={1.6} aria-hidden />
}
