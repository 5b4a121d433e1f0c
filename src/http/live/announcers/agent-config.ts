import type { Payload } from '../../../events/envelope.js'
import { isWithin } from '../../../domain/access/territory.js'
import type { Provider } from '../../../domain/tools/catalog.js'
import { workspaces } from '../../../projections/queries/lanes.js'
import type { Reader } from '../../../projections/sql.js'
import type { Signals } from '../announcer.js'
import { type Audience, operators } from '../audience.js'
import type { Outbox } from '../rooms.js'

const MESSAGES = { claude: 'cc_config_changed', codex: 'codex_config_changed' } as const satisfies Record<
  Provider,
  string
>

/** Tells that the configuration of an agent CLI was changed through the service. Content and paths are never sent. */
export const announceConfig = (
  { data: { tool, ...change } }: { readonly data: Payload<'config-changed'> },
  { send }: Outbox,
): void => send(MESSAGES[tool], { source: 'dashboard', ...change }, operators)

type Action = 'created' | 'changed' | 'removed'
const announceLogin =
  (type: 'router' | 'profile', action: Action) =>
  ({ data: { name } }: { readonly data: { readonly name: string } }, { send }: Outbox): void => {
    for (const message of Object.values(MESSAGES)) {
      send(message, { source: 'dashboard', action, type, scope: 'user', name }, operators)
    }
  }

/** The same for proxies and saved logins, which are part of it: pages read their list again. */
export const hostLoginAnnouncers = {
  'router-saved': announceLogin('router', 'changed'),
  'router-removed': announceLogin('router', 'removed'),
  'login-profile-saved': announceLogin('profile', 'changed'),
  'login-profile-relabelled': announceLogin('profile', 'changed'),
  'login-profile-activated': announceLogin('profile', 'changed'),
  'login-profile-removed': announceLogin('profile', 'removed'),
}

/**
 * The same for a change on disk: by an editor, an agent, or the service itself a moment ago. What is in a project is also told to
 * those who have a lane there.
 */
export const diskAnnouncer =
  (db: Reader) =>
  ({ tool, project, ...change }: Signals['config-on-disk'], { send }: Outbox): void => {
    const hasLaneThere: Audience = ({ rights }) =>
      project !== null && workspaces(db, rights).some(({ cwd }) => isWithin(project, cwd))
    send(MESSAGES[tool], { source: 'fs', ...change }, (listener) => operators(listener) || hasLaneThere(listener))
  }
