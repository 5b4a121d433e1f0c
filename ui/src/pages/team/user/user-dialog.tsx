import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import { storageQuery, type User } from '../../../api/team.js'
import { bytes } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { Field } from '../../../kit/field.js'
import { formText } from '../../../kit/form-text.js'
import { Select } from '../../../kit/select.js'
import { ChangeDialog } from './change-dialog.js'
import { secretIn } from '../../../kit/secret-in.js'
import styles from './user.module.css'

/** What an admin is asked before it is done. */
export type UserQuestion =
  | { readonly kind: 'disable' | 'enable' | 'signOut' | 'reset' | 'assign' | 'delete' }
  | { readonly kind: 'remove'; readonly lane: number; readonly title: string }

interface UserDialogProps {
  readonly user: User
  readonly name: string
  /** The lanes that the user has. */
  readonly lanes: readonly number[]
  readonly question: UserQuestion
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** The question before a change of a user, with what it does. */
export function UserDialog({ user, name, lanes, question, onDeleted, onClose }: UserDialogProps) {
  const t = useWords()
  const shared = { id: user.id, onClose }
  switch (question.kind) {
    case 'disable':
      return (
        <ChangeDialog
          {...shared}
          isDanger
          title={t('team:ask.disable', { name })}
          action={t('team:user.disable')}
          changes={() => ({ disabled: true })}
        >
          <p>{t('team:ask.disableSays', { name })}</p>
        </ChangeDialog>
      )
    case 'enable':
      return (
        <ChangeDialog
          {...shared}
          title={t('team:ask.enable', { name })}
          action={t('team:user.enable')}
          changes={() => ({ disabled: false })}
        >
          <p>{t('team:ask.enableSays', { name })}</p>
        </ChangeDialog>
      )
    case 'signOut':
      return (
        <ChangeDialog
          {...shared}
          title={t('team:ask.signOut', { name })}
          action={t('team:user.signOut')}
          changes={() => ({ signOut: true })}
        >
          <p>{t('team:ask.signOutSays')}</p>
        </ChangeDialog>
      )
    case 'reset':
      return (
        <ChangeDialog
          {...shared}
          title={t('team:ask.reset', { name })}
          action={t('team:ask.resetAction')}
          changes={(form) => ({ password: secretIn(form, 'password') })}
          done={t('team:user.saved')}
        >
          <p>{t('team:ask.resetSays')}</p>
          <Field
            name="password"
            label={t('team:ask.newPassword')}
            hint={t('team:new.passwordHint')}
            isSecret
            autoFocus
          />
        </ChangeDialog>
      )
    case 'assign':
      return (
        <ChangeDialog
          {...shared}
          title={t('team:ask.assign', { name })}
          action={t('team:user.assign')}
          changes={(form) => ({ addWorkspaces: [Number(formText(form, 'lane'))] })}
        >
          <LaneChoice name={name} lanes={lanes} />
          <p className="faint">{t('team:user.assignHint')}</p>
        </ChangeDialog>
      )
    case 'remove':
      return (
        <ChangeDialog
          {...shared}
          title={t('team:ask.remove', { lane: question.title, name })}
          action={t('team:user.remove')}
          changes={() => ({ removeWorkspaces: [question.lane] })}
        >
          <p>{t('team:ask.removeSays')}</p>
        </ChangeDialog>
      )
    case 'delete':
      return <DeleteUser {...shared} name={name} onDeleted={onDeleted} />
  }
}

interface DeleteUserProps extends Pick<UserDialogProps, 'name' | 'onDeleted' | 'onClose'> {
  readonly id: number
}

/** With system accounts, the home is deleted too: the button names what is lost. */
function DeleteUser({ id, name, onDeleted, onClose }: DeleteUserProps) {
  const t = useWords()
  const { data } = useQuery(storageQuery)
  const isLost = data?.isolated === true
  const size = data?.storage[String(id)]?.bytes
  const action = !isLost
    ? t('team:ask.deleteAction')
    : size === undefined
      ? t('team:ask.deleteHome')
      : t('team:ask.deleteLosing', { size: bytes(size) })
  return (
    <ChangeDialog
      id={id}
      isDanger
      title={t('team:ask.delete', { name })}
      action={action}
      changes={undefined}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>{t(isLost ? 'team:ask.deleteWithHome' : 'team:ask.deleteSays')}</p>
      {isLost && <p className={styles['lost']}>{t('team:ask.homeLost')}</p>}
    </ChangeDialog>
  )
}

/** The lanes of others. */
function LaneChoice({ name, lanes }: { name: string; lanes: readonly number[] }) {
  const t = useWords()
  const id = useId()
  const { data } = useQuery({
    queryKey: [...keys.lanes, 'to-assign'],
    queryFn: async ({ signal }) => (await call('GET /api/lanes', { query: { limit: 1000 }, signal })).lanes,
  })
  const others = (data ?? []).filter((lane) => !lanes.includes(lane.id))
  if (data !== undefined && others.length === 0) return <p>{t('team:ask.noOtherLanes', { name })}</p>
  return (
    <div className={styles['labelled']}>
      <label htmlFor={id}>{t('team:ask.lane')}</label>
      <Select
        key={others.length}
        id={id}
        name="lane"
        {...(others[0] === undefined ? {} : { defaultValue: String(others[0].id) })}
        options={others.map((lane) => ({ value: String(lane.id), label: lane.title ?? lane.cwd }))}
      />
    </div>
  )
}
