import { AlertFeed } from './feed.js'
import { AlertRules } from './rules.js'

/** What the service watches for, and what it found. */
export function AlertsSection() {
  return (
    <>
      <AlertFeed />
      <AlertRules />
    </>
  )
}
