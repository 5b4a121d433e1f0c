import type { Payload } from '../../../events/envelope.js'
import { operators } from '../audience.js'
import type { Outbox } from '../rooms.js'

/** Tells that the configuration of an agent CLI has changed. Content and paths are never sent. */
export const announceConfig = ({ data }: { readonly data: Payload<'config-changed'> }, { send }: Outbox): void => {
  const { tool, ...change } = data
  send(tool === 'claude' ? 'cc_config_changed' : 'codex_config_changed', { source: 'dashboard', ...change }, operators)
}
