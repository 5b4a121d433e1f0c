import type { ReactNode } from 'react'
import { useWords } from '../../i18n/use-words.js'
import { Page } from '../../kit/page.js'
import { isRouting, isShelf, type Kind, type Place, type Routing } from './kinds.js'
import { Keybindings } from './keybindings.js'
import { Overview } from './overview.js'
import { PluginUpdates } from './plugin-updates.js'
import { AccountPool } from './routing/pool.js'
import { Profiles } from './routing/profiles.js'
import { Proxies } from './routing/proxies.js'
import { ReloadButton } from './reload-button.js'
import { Servers } from './servers.js'
import { SettingsFiles } from './settings-files.js'
import { Shelf } from './shelf.js'
import { Hooks, Marketplaces, Plugins, StatusLines } from './tables.js'

interface ContentProps {
  readonly place: Place
  readonly kind: Kind | Routing
  readonly item: string | undefined
  readonly actions: ReactNode
}

/** One kind of configuration, or all of them in figures. */
export function Content({ place, kind, item, actions }: ContentProps) {
  const t = useWords()
  return (
    <Page
      title={t(`config:kind.${kind}`)}
      actions={
        <>
          {!isRouting(kind) && actions}
          {place.canChange && place.tool === 'claude' && kind === 'overview' && <ReloadButton />}
        </>
      }
    >
      {!place.canChange && (
        <p className="faint">{t(place.isProjectOnly && !isRouting(kind) ? 'config:ofLanes' : 'config:readOnly')}</p>
      )}
      {isRouting(kind) ? (
        <RoutingPage place={place} kind={kind} />
      ) : place.isProjectOnly && place.project === undefined ? (
        <p className="faint">{t('config:noLane')}</p>
      ) : isShelf(kind) ? (
        <Shelf place={place} kind={kind} open={item} />
      ) : (
        <Other place={place} kind={kind} />
      )}
    </Page>
  )
}

function RoutingPage({ place: { canChange, isProjectOnly }, kind }: { place: Place; kind: Routing }) {
  switch (kind) {
    case 'profiles':
      return <Profiles canChange={canChange} />
    case 'pool':
      return <AccountPool />
    case 'proxies':
      return <Proxies canChange={canChange} isStaff={!isProjectOnly} />
  }
}

function Other({ place, kind }: { place: Place; kind: Kind }) {
  switch (kind) {
    case 'mcp':
      return <Servers place={place} />
    case 'hooks':
      return <Hooks place={place} />
    case 'settings':
    case 'config':
      return <SettingsFiles place={place} />
    case 'plugins':
      return (
        <>
          {place.canChange && place.tool === 'claude' && <PluginUpdates />}
          <Plugins place={place} />
        </>
      )
    case 'marketplaces':
      return <Marketplaces place={place} />
    case 'keybindings':
      return <Keybindings place={place} />
    case 'statusline':
      return <StatusLines place={place} />
    default:
      return <Overview place={place} />
  }
}
