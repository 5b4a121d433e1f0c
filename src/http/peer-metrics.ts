/**
 * Metrics that the Claude Code Agent Monitor publishes under its own prefix, with the same labels: its dashboards and alerts
 * query them.
 */
const FAMILIES = new Set([
  'svc_up',
  'svc_build_info',
  'svc_process_uptime_seconds',
  'svc_process_resident_memory_bytes',
  'svc_sessions',
  'svc_agents',
  'svc_events_total',
  'svc_websocket_clients',
  'svc_remote_sources',
  'svc_tokens_total',
])

const NAME = /^# HELP (\S+)/
const PREFIX = /^(# (?:HELP|TYPE) )?svc_/gm

/**
 * Returns the exposition with these metrics repeated under the Claude Code Agent Monitor's names. Families must be separated by
 * empty lines.
 */
export const withPeerNames = (exposition: string): string => {
  const shared = exposition.split('\n\n').filter((family) => FAMILIES.has(NAME.exec(family)?.[1] ?? ''))
  return `${exposition}\n${shared.map((family) => family.trimEnd().replaceAll(PREFIX, '$1ccam_')).join('\n\n')}\n`
}
