import { useWords } from '../i18n/use-words.js'
import { classes } from './classes.js'
import { FailureNote } from './failure-note.js'
import notes from './note.module.css'

interface UnreadProps {
  readonly error: Error | null
  readonly className?: string | undefined
  readonly missing?: string | undefined
}

/** In place of content that is not loaded: the error and what to do next, or a loading text if it takes long. */
export function Unread({ error, className, missing }: UnreadProps) {
  if (error !== null) return <FailureNote error={error} missing={missing} />
  return (
    <div className={className} aria-busy="true">
      <Waiting />
    </div>
  )
}

/** A loading text, which a fast response never shows. */
export function Waiting() {
  const t = useWords()
  return <p className={classes(notes['note'], notes['late'])}>{t('waiting')}</p>
}
