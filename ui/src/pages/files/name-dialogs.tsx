import { changeFiles, type Entry, type FilesOf } from '../../api/files.js'
import { useWords } from '../../i18n/use-words.js'
import { Field } from '../../kit/field.js'
import { FormDialog } from '../../kit/form-dialog.js'

interface NameDialogProps {
  readonly of: FilesOf
  readonly onDone: () => Promise<unknown>
  readonly onClose: () => void
}

/** A name is sent as it was typed: spaces at its ends are allowed. */
const nameIn = (form: FormData): string => {
  const name = form.get('name')
  return typeof name === 'string' ? name : ''
}

export function FolderDialog({ of, path, onDone, onClose }: NameDialogProps & { readonly path: string }) {
  const t = useWords()
  const send = async (form: FormData): Promise<void> => {
    const name = nameIn(form)
    await changeFiles(of, 'mkdir', { path: path === '' ? name : `${path}/${name}` })
    await onDone()
  }
  return (
    <FormDialog title={t('files:folder.title')} action={t('files:folder.action')} send={send} onClose={onClose}>
      <Field name="name" label={t('files:name')} autoFocus />
    </FormDialog>
  )
}

export function RenameDialog({ of, entry, onDone, onClose }: NameDialogProps & { readonly entry: Entry }) {
  const t = useWords()
  const send = async (form: FormData): Promise<void> => {
    await changeFiles(of, 'rename', { path: entry.path, name: nameIn(form) })
    await onDone()
  }
  return (
    <FormDialog
      title={t('files:renaming.title', { name: entry.name })}
      action={t('files:renaming.action')}
      send={send}
      onClose={onClose}
    >
      <Field name="name" label={t('files:name')} value={entry.name} autoFocus />
    </FormDialog>
  )
}
