import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { triageQuery } from '../api/queries.js'
import { useTokenRefused } from '../api/token.js'
import { useWords } from '../i18n/use-words.js'
import { toggleDensity } from '../theme/display.js'
import { Announcer } from './announcer.js'
import { ConnectionStrip } from './connection-strip.js'
import { DemoStrip } from './demo-strip.js'
import { DisplayDialog } from './display-dialog.js'
import { useKeys } from './keys.js'
import { pageKeys } from './page-keys.js'
import { usePalette } from './palette/use-palette.js'
import { Rail } from './rail.js'
import { TabTitle } from './tab-title.js'
import { Toasts } from './toasts.js'
import { TokenForm } from './token-form.js'
import { useNextWaiting } from './use-next-waiting.js'

/** The frame around every page: navigation, the waiting counter, the connection, the keys that work everywhere. */
export function Shell() {
  const t = useWords()
  useQuery(triageQuery)
  const dialog = useRef<HTMLDialogElement>(null)
  const openDisplay = (): void => dialog.current?.showModal()
  const nextWaiting = useNextWaiting()
  const navigate = useNavigate()
  const { palette, open: openPalette } = usePalette()
  useKeys(
    {
      '?': openDisplay,
      n: nextWaiting,
      D: toggleDensity,
      '/': () => void navigate({ to: '/sessions', hash: 'search' }),
      ...pageKeys((to) => void navigate({ to })),
    },
    window,
  )
  const tokenRefused = useTokenRefused()
  if (tokenRefused) return <TokenForm />
  return (
    <div className="app">
      <a className="skip" href="#page">
        {t('skip')}
      </a>
      <TabTitle />
      <Announcer />
      <Toasts />
      <Rail onDisplay={openDisplay} onSearch={openPalette} />
      <main className="page" id="page" tabIndex={-1}>
        <ConnectionStrip />
        <DemoStrip />
        <Outlet />
      </main>
      <DisplayDialog ref={dialog} />
      {palette}
    </div>
  )
}
