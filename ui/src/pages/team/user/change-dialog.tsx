import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RouteBody } from '../../../../../src/http/contract/index.js'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import { FormDialog } from '../../../kit/form-dialog.js'
import { passwordMissing } from '../../../kit/password-missing.js'
import { notify } from '../../../kit/notices.js'
import { OwnPassword } from '../../../kit/own-password.js'
import { secretIn } from '../../../kit/secret-in.js'

type Changes = Omit<RouteBody<'PATCH /api/users/:id'>, 'currentPassword'>

interface ChangeDialogProps {
  readonly id: number
  /** A question, with the name of the user. */
  readonly title: string
  readonly action: string
  readonly isDanger?: boolean
  /** Returns what is changed. Undefined deletes the user. */
  readonly changes: ((form: FormData) => Changes) | undefined
  /** What the toast says afterwards. */
  readonly done?: string
  readonly onDone?: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Says what a change of a user does, and asks the admin for their own password. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { id, title, action, isDanger = false, changes, done, onDone, onClose, children } = props
  const queries = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: async (form: FormData) => {
      const currentPassword = secretIn(form, 'currentPassword')
      const params = { id: String(id) }
      if (changes === undefined) await call('DELETE /api/users/:id', { params, body: { currentPassword } })
      else await call('PATCH /api/users/:id', { params, body: { ...changes(form), currentPassword } })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.users })
      if (done !== undefined) notify(done)
      onDone?.()
    },
  })
  return (
    <FormDialog
      title={title}
      action={action}
      isDanger={isDanger}
      send={mutateAsync}
      check={passwordMissing}
      onClose={onClose}
    >
      {children}
      <OwnPassword />
    </FormDialog>
  )
}
