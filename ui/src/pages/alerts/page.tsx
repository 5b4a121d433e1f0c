import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import frame from '../../kit/frame.module.css'
import { Page } from '../../kit/page.js'
import { AlertHistory } from './history/history.js'
import { Notifications } from './notifications/notifications.js'
import { OpenAlerts } from './open/open-alerts.js'
import styles from './page.module.css'
import { EditRule } from './rules/edit-rule.js'
import { Rules } from './rules/rules.js'
import { Webhooks } from './webhooks/section.js'

const route = getRouteApi('/alerts')

/** The open alerts and the rules, or all alerts; beside them who is notified. */
export function AlertsPage() {
  const t = useWords()
  const { view } = route.useSearch()
  return (
    <div className={frame['main']}>
      <Page
        title={t('alerts:title')}
        actions={
          <>
            <nav className={styles['views']} aria-label={t('alerts:views')}>
              <Link
                to="/alerts"
                search={{}}
                activeOptions={{ exact: true, includeSearch: true }}
                data-on={view === undefined}
              >
                {t('alerts:rules.title')}
              </Link>
              <Link to="/alerts" search={{ view: 'history' }} data-on={view === 'history'}>
                {t('alerts:history.title')}
              </Link>
            </nav>
            <Link to="/alerts" search={{ edit: 'new' }} className={buttons['primary']}>
              <Plus size={14} aria-hidden />
              {t('alerts:rules.new')}
            </Link>
          </>
        }
      >
        <div className={styles['columns']}>
          <div className={styles['column']}>
            {view === 'history' ? (
              <AlertHistory />
            ) : (
              <>
                <OpenAlerts />
                <Rules />
              </>
            )}
          </div>
          <div className={styles['column']}>
            <Notifications />
            <Webhooks />
          </div>
        </div>
      </Page>
      <EditRule />
    </div>
  )
}
