import { Bot, type LucideIcon, Settings2, User, Waypoints, Wrench } from 'lucide-react'
import type { Message } from '../api/types.js'
import { t } from '../i18n/i18n.js'

type Sender = Message['sender']

/** Who speaks, as the reader would say it. */
export const senderWords = (sender: Sender): string => t(`sender.${sender}`)

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
