import { Lock } from 'lucide-react'
import { Fragment } from 'react'
import { useWords } from '../../i18n/use-words.js'
import styles from './config.module.css'

/** What the service shows in place of a secret. */
export const HIDDEN = '[hidden]'

/** A text in which each hidden secret is a chip. */
export function HiddenText({ text }: { text: string }) {
  const t = useWords()
  return text.split(HIDDEN).map((part, index) => (
    // The parts of a text have no other identity than their place.
    // oxlint-disable-next-line no-array-index-key
    <Fragment key={index}>
      {index > 0 && (
        <span className={styles['hidden']}>
          <Lock size={11} aria-hidden />
          {t('config:hidden')}
        </span>
      )}
      {part}
    </Fragment>
  ))
}
