import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import type { RaceFacts } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { Field } from '../../kit/field.js'
import { FormDialog } from '../../kit/form-dialog.js'
import { formText } from '../../kit/form-text.js'
import { notify } from '../../kit/notices.js'
import { agentName, agentNote } from './agent-name.js'
import styles from './race.module.css'

interface KeepDialogProps {
  readonly facts: RaceFacts
  /** Null keeps none. */
  readonly lane: number | null
  readonly onClose: () => void
}

/** Keeps one result of a race: says what becomes of each lane before. */
export function KeepDialog({ facts: { race, racers }, lane, onClose }: KeepDialogProps) {
  const t = useWords()
  const queries = useQueryClient()
  const kept = race.lanes.find(({ lane_id: id }) => id === lane)
  const others = race.lanes.filter(({ lane_id: id }, at) => id !== lane && racers[at]?.state !== 'gone')
  const send = async (form: FormData): Promise<void> => {
    const why = formText(form, 'why').trim()
    const { failed } = await call('POST /api/races/:id/keep', {
      params: { id: race.id },
      body: { lane, ...(why === '' ? {} : { why }) },
    })
    await queries.invalidateQueries({ queryKey: keys.races })
    notify(
      failed.length > 0
        ? t('race:keep.failed', { count: failed.length, why: failed[0]?.message ?? '' })
        : t('race:keep.done', { count: others.length }),
    )
  }
  return (
    <FormDialog
      title={kept === undefined ? t('race:keep.noneTitle') : t('race:keep.title', { name: agentName(kept) })}
      action={kept === undefined ? t('race:keep.noneAction') : t('race:keep.action', { count: others.length })}
      send={send}
      onClose={onClose}
    >
      <ul className={styles['fates']}>
        {kept !== undefined && (
          <li>
            <b>{agentName(kept)}</b> <span>{t('race:keep.stays')}</span>
          </li>
        )}
        {others.map((other) => {
          const changes = racers.find(({ lane_id: id }) => id === other.lane_id)?.changes ?? null
          return (
            <li key={other.lane_id}>
              <b>{agentName(other)}</b> <small>{agentNote(other)}</small>{' '}
              <span>
                {changes !== null && changes.uncommitted > 0
                  ? t('race:keep.awayUncommitted', { count: changes.uncommitted })
                  : t('race:keep.away')}
              </span>
            </li>
          )
        })}
      </ul>
      <p className="faint">{t('race:keep.undo')}</p>
      {kept !== undefined && <Field name="why" label={t('race:keep.why')} value="" />}
    </FormDialog>
  )
}
