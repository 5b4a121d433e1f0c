import { Link, Outlet } from '@tanstack/react-router'
import { useVisiblePages } from '../../api/caller.js'
import { useWords } from '../../i18n/use-words.js'
import { useCurrentInView } from '../../kit/use-current-in-view.js'
import { SECTIONS } from '../../navigation/pages.js'
import styles from './page.module.css'

/** The sections of the settings, and the open one. */
export function SettingsPage() {
  const t = useWords()
  const isVisible = useVisiblePages()
  const strip = useCurrentInView()
  return (
    <div className={styles['settings']}>
      <nav ref={strip} className={styles['sections']} aria-label={t('settings:sections')}>
        {SECTIONS.filter(([, name]) => isVisible(name)).map(([to, name]) => (
          <Link key={to} to={to}>
            {t(`pages.${name}`)}
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}
