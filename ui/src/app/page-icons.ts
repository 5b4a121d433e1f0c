import {
  Activity,
  Bell,
  ChartColumn,
  Clock,
  type LucideIcon,
  MessageSquare,
  Search,
  Settings,
  ToggleRight,
  TextAlignStart,
} from 'lucide-react'
import type { PAGES } from '../navigation/pages.js'

/** The icon of each page in the rail. */
export const PAGE_ICONS: Readonly<Record<(typeof PAGES)[number][1], LucideIcon>> = {
  now: Clock,
  lanes: TextAlignStart,
  sessions: MessageSquare,
  search: Search,
  activity: Activity,
  insights: ChartColumn,
  alerts: Bell,
  config: ToggleRight,
  settings: Settings,
}
