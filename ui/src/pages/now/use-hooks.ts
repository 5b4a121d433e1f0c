import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.js'
import { keys, settingsQuery } from '../../api/queries.js'
import { PROVIDERS } from '../../api/tools.js'

/** Whether this visit saw the time before the first event: the line that tells of it comes and goes with the page's parts. */
let sawSilence = false

/** The hooks of both tools: whether they are installed, whether they ever reported, and how to install them. */
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
    /** The agents are invented: there is nothing to install. */
    demo: data?.server.demo === true,
    installed: hooks !== undefined && (hooks.providers.claude.installed || hooks.providers.codex.installed),
    /** The first event came during this visit. */
    turned: sawSilence && hooks !== undefined && !silent,
    install,
  }
}
