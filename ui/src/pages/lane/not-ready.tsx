import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.js'
import type { Lane } from '../../api/types.js'
import { age } from '../../format/format.js'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { useDelete } from '../../kit/use-delete.js'
import { useTimed } from '../../live/clock.js'
import { laneTitle } from '../../kit/lane-title.js'
import { NewLaneDialog } from '../lanes/new-lane/dialog.js'
import styles from './not-ready.module.css'

/** The worktree is being created. */
export function Provisioning({ lane }: { lane: Lane }) {
  const t = useWords()
  const took = useTimed((now) => age(lane.created_at, now))
  return (
    <div className={styles['note']} role="status">
      <h2>{t('lanes:page.creating', { took })}</h2>
      <p>
        <Trans
          i18nKey={lane.base_branch === null ? 'lanes:page.place' : 'lanes:page.placeFrom'}
          values={{ branch: lane.branch ?? '', base: lane.base_branch ?? '', path: lane.cwd }}
          components={{ mono: <span className="mono" /> }}
        />
      </p>
    </div>
  )
}

/** The worktree could not be created: git's own text, and what to do. */
export function Failed({ lane }: { lane: Lane }) {
  const t = useWords()
  const navigate = useNavigate()
  const [again, setAgain] = useState(false)
  const deletion = useDelete<Lane>({
    title: (one) => t('lanes:failed.ask', { name: laneTitle(one) }),
    says: () => t('lanes:failed.says'),
    action: t('lanes:failed.delete'),
    run: ({ id }) => call('DELETE /api/lanes/:id', { params: { id: String(id) } }),
    done: () => t('lanes:failed.deleted'),
    onChanged: () => void navigate({ to: '/lanes' }),
  })
  return (
    <div className={styles['note']}>
      <h2>{t('lanes:failed.heading')}</h2>
      <p>{t('lanes:failed.stays')}</p>
      {lane.notes !== null && <pre className={styles['output']}>{lane.notes}</pre>}
      <div className={styles['acts']}>
        {lane.source_repo !== null && (
          <button type="button" className={buttons['primary']} onClick={() => setAgain(true)}>
            {t('lanes:failed.again')}
          </button>
        )}
        <button type="button" className={buttons['button']} onClick={() => deletion.ask(lane)}>
          {t('lanes:failed.delete')}
        </button>
      </div>
      {again && (
        <NewLaneDialog
          start={{
            repository: lane.source_repo ?? '',
            title: lane.title ?? '',
            base: lane.base_branch ?? '',
            failure: lane.notes ?? undefined,
          }}
          onClose={() => setAgain(false)}
          onCreated={(id) => void navigate({ to: '/lanes/$lane', params: { lane: String(id) } })}
          onSeveral={() => void navigate({ to: '/lanes' })}
        />
      )}
      {deletion.dialog}
    </div>
  )
}
