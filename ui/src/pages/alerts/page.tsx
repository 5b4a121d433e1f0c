import { useWords } from '../../i18n/use-words.js'
import { AlertFeed } from './feed/feed.js'
import { Notifications } from './notifications/notifications.js'
import { AlertRules } from './rules/rules.js'
import { WebhooksSection } from './webhooks/section.js'

/** The alerts, the rules that raise them, and where they are sent. */
export function AlertsPage() {
  const t = useWords()
  return (
    <div className="main">
      <header className="head sections">
        <h1>{t('alerts:title')}</h1>
      </header>
      <div className="tab figures settings">
        <AlertFeed />
        <AlertRules />
        <Notifications />
        <WebhooksSection />
      </div>
    </div>
  )
}
