import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import { useWords } from '../../../i18n/use-words.js'
import { notify } from '../../../kit/notices.js'
import { useDelete } from '../../../kit/use-delete.js'
import styles from './session-actions.module.css'

interface Deletion {
  readonly ids: readonly string[]
  readonly sessions: number
  readonly events: number
  readonly agents: number
  /** Sessions that are running and stay. */
  readonly running: number
}

const bulk = (action: 'pin' | 'unpin' | 'delete', ids: readonly string[], preview = false) =>
  call('POST /api/sessions/bulk', { body: { action, ids: [...ids], preview } })

/** What can be done with several sessions at once: pin them, with undo, and delete them, after a question. */
export function useSessionActions(onDeleted: () => void): {
  readonly pin: (ids: readonly string[], pinned: boolean) => Promise<void>
  readonly remove: (ids: readonly string[]) => Promise<void>
  readonly dialog: ReactNode
} {
  const t = useWords()
  const queries = useQueryClient()
  const reread = (): void => void queries.invalidateQueries({ queryKey: keys.sessionList })

  const setPinned = async (ids: readonly string[], pinned: boolean): Promise<void> => {
    await bulk(pinned ? 'pin' : 'unpin', ids)
    reread()
  }
  const pin = async (ids: readonly string[], pinned: boolean): Promise<void> => {
    try {
      await setPinned(ids, pinned)
      notify(t(pinned ? 'sessions:act.pinned' : 'sessions:act.unpinned', { count: ids.length }), {
        label: t('undo'),
        run: () => void setPinned(ids, !pinned).catch((problem: unknown) => notify(advice(problem))),
      })
    } catch (problem) {
      notify(advice(problem))
    }
  }

  const deletion = useDelete<Deletion>({
    title: ({ sessions }) => t('sessions:delete.title', { count: sessions }),
    says: ({ events, agents, running }) => (
      <>
        <p>
          {t('sessions:delete.says', {
            events: t('sessions:delete.events', { count: events }),
            agents: t('sessions:delete.agents', { count: agents }),
          })}
        </p>
        {running > 0 && <p className={styles['kept']}>{t('sessions:delete.running', { count: running })}</p>}
      </>
    ),
    action: ({ sessions }) => t('sessions:delete.action', { count: sessions }),
    run: async ({ ids }) => {
      const { results } = await bulk('delete', ids)
      const refused = results.find(({ ok }) => !ok)
      if (results.every(({ ok }) => !ok) && refused !== undefined) throw new Error(refused.message ?? '')
    },
    done: ({ sessions }) => t('sessions:delete.done', { count: sessions }),
    onChanged: () => {
      reread()
      onDeleted()
    },
  })
  const remove = async (ids: readonly string[]): Promise<void> => {
    try {
      const { results, deleted } = await bulk('delete', ids, true)
      const able = results.filter(({ ok }) => ok).map(({ id }) => id)
      const running = results.filter(({ code }) => code === 'SESSION_RUNNING').length
      if (able.length === 0) return notify(t('sessions:delete.allRunning', { count: ids.length }))
      deletion.ask({
        ids: able,
        running,
        sessions: deleted?.sessions ?? 0,
        events: deleted?.events ?? 0,
        agents: deleted?.agents ?? 0,
      })
    } catch (problem) {
      notify(advice(problem))
    }
  }
  return { pin, remove, dialog: deletion.dialog }
}
