import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.js'
import { keys, settingsQuery } from '../../api/queries.js'
import { PROVIDERS } from '../../api/tools.js'

/** Whether this visit started before the first event. Kept outside of the components, which mount and unmount. */
let sawSilence = false

/** The hooks of both tools: whether they are installed, whether one ever reported, and how to install them. */
export function useHooks() {
  const queries = useQueryClient()
  const { data } = useQuery(settingsQuery)
  const install = useMutation({
    mutationFn: () => call('POST /api/settings/install-hooks', { body: { providers: PROVIDERS } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.settings }),
  })
  const hooks = data?.hooks
  const silent = hooks?.last_hook_at === null
  useEffect(() => {
    if (silent) sawSilence = true
  }, [silent])
  return {
    hooks,
    /** The agents are simulated, so there is nothing to install. */
    demo: data?.server.demo === true,
    installed: hooks !== undefined && (hooks.providers.claude.installed || hooks.providers.codex.installed),
    /** The first event arrived during this visit. */
    turned: sawSilence && hooks !== undefined && !silent,
    install,
  }
}
