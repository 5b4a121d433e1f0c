import { useState } from 'react'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../button.module.css'
import styles from './ask-card.module.css'

interface TextFieldProps {
  /** The option that takes the text. */
  readonly label: string
  /** Undefined: the option is chosen without a text. */
  readonly onSend: (text: string | undefined) => void
  readonly onClose: () => void
}

/** The text of an option that takes one. */
export function TextField({ label, onSend, onClose }: TextFieldProps) {
  const t = useWords()
  const [text, setText] = useState('')
  const given = text.trim()
  return (
    <div className={styles['field']}>
      <textarea
        // The user has just chosen the option.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        rows={2}
        aria-label={label}
        placeholder={t('lanes:question.text')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            onClose()
          } else if (event.key === 'Enter' && !event.shiftKey && !event.repeat && !event.nativeEvent.isComposing) {
            event.preventDefault()
            if (given !== '') onSend(given)
          }
        }}
      />
      <button type="button" className={buttons['button']} onClick={() => onSend(given === '' ? undefined : given)}>
        {t(given === '' ? 'lanes:question.bare' : 'lanes:question.send')}
      </button>
    </div>
  )
}
