/** What the peer publishes under a prefix of its own: its boards and alarms ask for these, with the same labels. */
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

/** An exposition whose families are parted by empty lines, with the peer's families told by their own names too. */
export const withPeerNames = (exposition: string): string => {
  const shared = exposition.split('\n\n').filter((family) => FAMILIES.has(NAME.exec(family)?.[1] ?? ''))
  return `${exposition}\n${shared.map((family) => family.trimEnd().replaceAll(PREFIX, '$1ccam_')).join('\n\n')}\n`
}
