import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keys, settingsQuery } from '../../api/queries.js'

/** The hooks of both tools: whether they are installed, whether they ever reported, and how to install them. */
export function useHooks() {
  const queries = useQueryClient()
  const { data } = useQuery(settingsQuery)
  const install = useMutation({
    mutationFn: () => call('POST /api/settings/install-hooks', { body: { providers: ['claude', 'codex'] } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.settings }),
  })
  const hooks = data?.hooks
  return {
    hooks,
    installed: hooks !== undefined && (hooks.providers.claude.installed || hooks.providers.codex.installed),
    install,
  }
}
