import { useWords } from '../../../i18n/use-words.js'
import { useDisclosure } from './disclosure.js'
import styles from './folded-text.module.css'
import { MarkdownText } from './markdown-text.js'

/** Users paste logs into prompts, and hooks add reminders: longer texts are cut here. */
const LONG = 1600
const SHOWN = 1200

/** Text that is not the agent's. Long text is collapsed until the user expands it. */
export function FoldedText({ text, place }: { text: string; place: string }) {
  const t = useWords()
  const [open, toggle] = useDisclosure(place, false)
  if (text.length <= LONG) return <MarkdownText text={text} />
  return (
    <>
      <MarkdownText text={open ? text : `${text.slice(0, SHOWN)}…`} />
      <button type="button" className={styles['more']} aria-expanded={open} data-own onClick={toggle}>
        {t(open ? 'session:convo.less' : 'session:convo.more')}
      </button>
    </>
  )
}
