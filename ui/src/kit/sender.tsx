import { Bot, type LucideIcon, Settings2, User, Waypoints, Wrench } from 'lucide-react'
import type { Message } from '../api/types.js'
import { t } from '../i18n/i18n.js'

type Sender = Message['sender']

/** Returns the name of a sender as the user would say it. */
export const senderWords = (sender: Sender): string => t(`sender.${sender}`)

const ICONS: Readonly<Record<Sender, LucideIcon>> = {
  user: User,
  assistant: Bot,
  orchestrator: Waypoints,
  system: Settings2,
  tool: Wrench,
}

/** The icon of a sender; the name is next to it or read aloud. */
export function SenderIcon({ sender }: { sender: Sender }) {
  const Icon = ICONS[sender]
  return <Icon size={14} strokeWidth={1.6} aria-hidden />
}
