import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Tag } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import type { Session } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import chips from '../../kit/chip.module.css'
import { Field } from '../../kit/field.js'
import { FormDialog } from '../../kit/form-dialog.js'
import { formText } from '../../kit/form-text.js'
import { sessionRows } from '../../rows/rows.js'
import styles from './labels.module.css'

/** Tags in use that the form names. */
const MOST_KNOWN = 8

/** The tags of a session, each with a link to all sessions that have it, and its note. */
export function Labels({ session: { tags, note } }: { session: Session }) {
  const t = useWords()
  if (tags.length === 0 && note === null) return null
  return (
    <div className={styles['labels']} data-part="labels">
      {tags.length > 0 && (
        <ul aria-label={t('session:labels.tags')}>
          {tags.map((tag) => (
            <li key={tag}>
              <Link to="/sessions" search={{ tag }} className={chips['soft']} title={t('session:labels.all', { tag })}>
                {tag}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {note !== null && (
        <p className={styles['note']} title={note}>
          {note}
        </p>
      )}
    </div>
  )
}

/** Opens the form of the tags and the note. */
export function LabelsButton({ session }: { session: Session }) {
  const t = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={buttons['quiet']}
        aria-label={t('session:labels.edit')}
        title={t('session:labels.edit')}
        onClick={() => setOpen(true)}
      >
        <Tag size={14} aria-hidden />
      </button>
      {isOpen && <LabelsDialog session={session} onClose={() => setOpen(false)} />}
    </>
  )
}

function LabelsDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const t = useWords()
  const { data } = useQuery({
    queryKey: [...keys.sessionList, 'tags'],
    queryFn: ({ signal }) => call('GET /api/sessions/facets', { signal }),
  })
  const known = data?.counts.tag.map(({ value }) => value) ?? []
  const send = async (form: FormData): Promise<void> => {
    const tags = formText(form, 'tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
    const body = { tags, note: formText(form, 'note') }
    const changed = await call('PATCH /api/sessions/:id', { params: { id: session.id }, body })
    sessionRows.put(changed.session)
  }
  return (
    <FormDialog title={t('session:labels.edit')} send={send} onClose={onClose}>
      <Field
        name="tags"
        label={t('session:labels.tags')}
        value={session.tags.join(', ')}
        placeholder={t('session:labels.example')}
        hint={
          known.length === 0
            ? t('session:labels.hint')
            : t('session:labels.known', { tags: known.slice(0, MOST_KNOWN).join(', ') })
        }
        autoFocus
      />
      <Field name="note" label={t('session:labels.note')} value={session.note ?? ''} lines={5} />
    </FormDialog>
  )
}
