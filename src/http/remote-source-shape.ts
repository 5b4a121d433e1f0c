import type { Live } from '../commands/reactors/remote-sync.js'
import { iso } from '../domain/time.js'
import type { StoredSource } from '../projections/queries/remote-sources.js'

/** Returns the status of a remote folder, in the terms of the Claude Code Agent Monitor API. */
export const folderStatus = (
  seen: Live['folders']['claude'],
  failed: boolean,
): 'idle' | 'ok' | 'unavailable' | 'error' => {
  if (seen === 'found') return 'ok'
  if (seen === 'missing') return 'unavailable'
  return failed ? 'error' : 'idle'
}

/** Returns a source in its REST shape: its settings and the state of its sync. */
export const remoteSourceShape = (source: StoredSource, { syncing, folders, lastAttemptAt }: Live) => {
  const told = source.ok === null ? ('idle' as const) : source.ok ? ('ok' as const) : ('error' as const)
  return {
    id: source.id,
    label: source.label,
    host: source.host,
    ssh_port: source.sshPort,
    identity_file: source.identityFile,
    remote_home: source.remoteHome,
    remote_codex_home: source.remoteCodexHome,
    enabled: source.enabled,
    status: syncing ? ('syncing' as const) : told,
    claude_status: folderStatus(folders.claude, told === 'error'),
    codex_status: folderStatus(folders.codex, told === 'error'),
    last_error: source.error,
    last_sync_at: iso(lastAttemptAt ?? source.syncedAt),
    last_sync_counts: source.counts,
    session_count: source.sessions,
    created_at: iso(source.createdAt),
    updated_at: iso(source.updatedAt),
  }
}
