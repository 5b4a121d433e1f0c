import { Link, Outlet } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useCaller, useVisiblePages } from '../../api/caller.js'
import { useWords } from '../../i18n/use-words.js'
import { useCurrentInView } from '../../kit/use-current-in-view.js'
import { type PageName, SECTIONS } from '../../navigation/pages.js'
import styles from './page.module.css'

/** The groups of the sections. The last ones belong to no group. */
const GROUPS: readonly (readonly [group: 'you' | 'server' | 'host' | null, names: readonly PageName[]])[] = [
  ['you', ['account', 'preferences']],
  ['server', ['users', 'audit']],
  ['host', ['hooks', 'pricing', 'data', 'import', 'machines']],
  [null, ['about']],
]

/** The sections of the settings, and the open one. With a single user they are one list. */
export function SettingsPage() {
  const t = useWords()
  const isVisible = useVisiblePages()
  const hasAccounts = useCaller() !== undefined
  const strip = useCurrentInView()
  const groups = GROUPS.map(
    ([group, names]) => [group, SECTIONS.filter(([, name]) => names.includes(name) && isVisible(name))] as const,
  )
  return (
    <div className={styles['settings']}>
      <nav ref={strip} className={styles['sections']} aria-label={t('settings:sections')}>
        {groups.map(([group, sections]) => (
          <Fragment key={group}>
            {hasAccounts && group !== null && sections.length > 0 && <span>{t(`settings:groups.${group}`)}</span>}
            {sections.map(([to, name]) => (
              <Link key={to} to={to} data-apart={(hasAccounts && group === null) || undefined}>
                {t(`pages.${name}`)}
              </Link>
            ))}
          </Fragment>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}
