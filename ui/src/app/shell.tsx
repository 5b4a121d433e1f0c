import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSignInReason } from '../api/login.js'
import { settingsQuery } from '../api/queries.js'
import { useTokenRefused } from '../api/token.js'
import { useWords } from '../i18n/use-words.js'
import { useKeys } from '../kit/keys.js'
import { loadPart } from '../lazy/load-part.js'
import { lanesQuery, triageQuery } from '../rows/queries.js'
import { toggleDensity } from '../theme/display.js'
import { Announcer } from './announcer.js'
import { ConnectionStrip } from './connection-strip.js'
import { useHelp } from './help/use-help.js'
import { usePalette } from './palette/use-palette.js'
import { Rail } from './rail.js'
import { ServiceStrips } from './service-strips.js'
import styles from './shell.module.css'
import { StopHost } from './stop-host.js'
import { TabTitle } from './tab-title.js'
import { Toasts } from './toasts.js'
import { useGoKeys } from './use-go-keys.js'
import { useKeyboardPlace } from './use-keyboard-place.js'
import { useNextWaiting } from './use-next-waiting.js'

// Most visits need neither.
const SignIn = lazy(async () => ({ default: (await loadPart(() => import('./sign-in.js'))).SignIn }))
const TokenForm = lazy(async () => ({ default: (await loadPart(() => import('./token-form.js'))).TokenForm }))

/** The frame of every page: navigation, waiting counter, connection, and the keys that work everywhere. */
export function Shell() {
  const t = useWords()
  useQuery(triageQuery)
  useQuery(lanesQuery)
  const { isPending, failureCount } = useQuery(settingsQuery)
  useKeyboardPlace()
  const nextWaiting = useNextWaiting()
  const navigate = useNavigate()
  const { palette, open: openPalette } = usePalette()
  const { help, open: openHelp } = useHelp()
  useKeys(
    {
      '?': openHelp,
      n: nextWaiting,
      D: toggleDensity,
      N: () => void navigate({ to: '/lanes', search: { new: true } }),
      '/': () => void navigate({ to: '/search' }),
    },
    window,
  )
  useGoKeys((to) => void navigate({ to }))
  const tokenRefused = useTokenRefused()
  const signIn = useSignInReason()
  if (tokenRefused || signIn !== null)
    return <Suspense fallback={null}>{signIn === null ? <TokenForm /> : <SignIn reason={signIn} />}</Suspense>
  return (
    <div className={styles['app']}>
      <a className={styles['skip']} href="#page">
        {t('skip')}
      </a>
      <TabTitle />
      <Announcer />
      <Toasts />
      <Rail onSearch={openPalette} />
      <main
        className={styles['page']}
        id="page"
        tabIndex={-1}
        // A strip above the page would move it.
        data-settling={(isPending && failureCount === 0) || undefined}
      >
        <ConnectionStrip />
        <ServiceStrips />
        <Outlet />
      </main>
      <StopHost />
      {help}
      {palette}
    </div>
  )
}
