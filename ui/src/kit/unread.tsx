import { useWords } from '../i18n/use-words.js'
import { classes } from './classes.js'
import { FailureNote } from './failure-note.js'
import notes from './note.module.css'

interface UnreadProps {
  readonly error: Error | null
  readonly className?: string | undefined
  readonly missing?: string | undefined
}

/** In place of what is not read yet: what failed and what to do next or, once that takes long, that it is waited for. */
export function Unread({ error, className, missing }: UnreadProps) {
  if (error !== null) return <FailureNote error={error} missing={missing} />
  return (
    <div className={className} aria-busy="true">
      <Waiting />
    </div>
  )
}

/** Words for those who would otherwise look at an empty page; who gets an answer at once never sees them. */
export function Waiting() {
  const t = useWords()
  return <p className={classes(notes['note'], notes['late'])}>{t('waiting')}</p>
}
