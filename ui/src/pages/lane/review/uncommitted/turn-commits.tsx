import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RouteAnswer } from '../../../../../../src/http/contract/index.js'
import { call } from '../../../../api/call.js'
import { Failure } from '../../../../api/failure.js'
import { keys } from '../../../../api/queries.js'
import { useWords } from '../../../../i18n/use-words.js'
import { Dialog } from '../../../../kit/dialog.js'
import { Field } from '../../../../kit/field.js'
import { FormDialog } from '../../../../kit/form-dialog.js'
import { formText } from '../../../../kit/form-text.js'
import { notify } from '../../../../kit/notices.js'
import { Unread } from '../../../../kit/unread.js'
import { turnCommitsQuery } from '../queries.js'
import styles from './uncommitted.module.css'

interface TurnCommitsProps {
  readonly id: string
  readonly onClose: () => void
}
type Plan = RouteAnswer<'GET /api/lanes/:id/git/commit-turns'>

/** Files of a commit that are named. */
const SHOWN = 6

/** Shows the commits that hold what each turn wrote, and makes them. */
export function TurnCommits({ id, onClose }: TurnCommitsProps) {
  const t = useWords()
  const { data, error } = useQuery(turnCommitsQuery(id))
  if (data === undefined || data.commits.length === 0)
    return (
      <Dialog title={t('review:work.turns.title')} onClose={onClose}>
        {data === undefined ? <Unread error={error} /> : <p>{t('review:work.turns.none')}</p>}
      </Dialog>
    )
  // What was entered belongs to the plan that was read.
  return <Planned key={data.expect} id={id} plan={data} onClose={onClose} />
}

function Planned({ id, plan: { expect, commits }, onClose }: TurnCommitsProps & { plan: Plan }) {
  const t = useWords()
  const queries = useQueryClient()
  const send = async (form: FormData): Promise<void> => {
    const messages = commits.map((_commit, at) => formText(form, `message-${at}`))
    const params = { id, action: 'commit-turns' }
    try {
      const made = await call('POST /api/lanes/:id/git/:action', { params, body: { expect, messages } })
      notify(t('review:work.turns.done', { count: made.commits?.length ?? 0 }))
    } catch (failure) {
      if (failure instanceof Failure && failure.code === 'ESTALE') notify(t('review:work.turns.changed'))
      throw failure
    } finally {
      void queries.invalidateQueries({ queryKey: [...keys.lanes, id] })
    }
  }
  const check = (form: FormData): Readonly<Record<string, string>> =>
    Object.fromEntries(
      commits.flatMap((_commit, at) =>
        formText(form, `message-${at}`).trim() === '' ? [[`message-${at}`, t('review:work.turns.empty')]] : [],
      ),
    )
  const hasTurn = commits.some(({ turn }) => turn !== null)
  return (
    <FormDialog
      title={t('review:work.turns.title')}
      action={t('review:work.turns.action', { count: commits.length })}
      check={check}
      send={send}
      onClose={onClose}
    >
      <p className="faint">{t(hasTurn ? 'review:work.turns.says' : 'review:work.turns.noTurn')}</p>
      <ol className={styles['turns']}>
        {commits.map(({ turn, message, files }, at) => (
          <li key={turn === null ? '' : `${turn.session_id} ${turn.number}`} data-turn={turn?.number ?? 'rest'}>
            <Field
              name={`message-${at}`}
              label={
                turn === null
                  ? t('review:work.turns.rest')
                  : t('review:work.turns.turn', { number: turn.number, session: turn.session_name })
              }
              value={message}
              hint={<Files paths={files} />}
            />
          </li>
        ))}
      </ol>
    </FormDialog>
  )
}

function Files({ paths }: { paths: readonly string[] }) {
  const t = useWords()
  const more = paths.length - SHOWN
  return (
    <span className="mono">
      {paths.slice(0, SHOWN).join(', ')}
      {more > 0 && ` ${t('review:work.turns.more', { count: more })}`}
    </span>
  )
}
