import { useSyncExternalStore } from 'react'
import type { Session } from '../api/types.js'
import { createSignal } from '../store/signal.js'
import { sessionRows } from './rows.js'

const KEY = 'switchyard.muted'
/** The service worker, which shows pushed notifications while no page is open, can only read this storage. */
const FOR_WORKER = { cache: 'switchyard', address: '/muted' } as const

const NOBODY: ReadonlySet<string> = new Set()

function stored(): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(ids) ? new Set(ids.filter((id) => typeof id === 'string')) : NOBODY
  } catch {
    return NOBODY
  }
}

function store(ids: ReadonlySet<string>): void {
  try {
    const text = JSON.stringify([...ids])
    localStorage.setItem(KEY, text)
    // Only with https or on this machine, where push works at all.
    if ('caches' in globalThis) {
      void caches.open(FOR_WORKER.cache).then((cache) => cache.put(FOR_WORKER.address, new Response(text)))
    }
  } catch {
    // Without storage a mute lasts as long as the page.
  }
}

const muted = createSignal<ReadonlySet<string>>(stored())
/** The session that was muted last, for the notice with the undo. */
const last = createSignal<{ readonly id: string } | undefined>(undefined)

function change(ids: ReadonlySet<string>): void {
  store(ids)
  muted.set(ids)
}

/** Mutes a session in this browser until it ends, or unmutes it. */
export function toggleMute(id: string): void {
  const ids = new Set(muted.get())
  const speaks = ids.delete(id)
  if (!speaks) ids.add(id)
  last.set(speaks ? undefined : { id })
  change(ids)
}

/** Closes the notice. */
export const forgetLastMuted = (): void => last.set(undefined)

/** Unmutes sessions that ended and, if `areAll` open sessions are listed, those that are missing. */
export function endMutes(rows: readonly Pick<Session, 'id' | 'status'>[], areAll: boolean): void {
  const ids = muted.get()
  if (ids.size === 0) return
  const open = new Map(rows.map(({ id, status }) => [id, status === 'active']))
  const kept = [...ids].filter((id) => open.get(id) ?? !areAll)
  if (kept.length < ids.size) change(new Set(kept))
}

/** Unmutes sessions that end, and follows the mutes of other windows of this browser. */
export function keepMutes(): void {
  sessionRows.subscribeAll(() => endMutes(sessionRows.all(), false))
  addEventListener('storage', ({ key }) => {
    if (key === KEY) muted.set(stored())
  })
}

/** The muted sessions, for code outside of components. */
export const mutes = { get: muted.get, subscribe: muted.subscribe } as const

/** The muted sessions. */
export const useMuted = (): ReadonlySet<string> => useSyncExternalStore(muted.subscribe, muted.get)

/** Whether one session is muted. */
export const useIsMuted = (id: string): boolean => useSyncExternalStore(muted.subscribe, () => muted.get().has(id))

/** Returns the session that was just muted. */
export const useLastMuted = (): { readonly id: string } | undefined => useSyncExternalStore(last.subscribe, last.get)
