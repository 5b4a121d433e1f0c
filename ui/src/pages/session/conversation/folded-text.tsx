import { useWords } from '../../../i18n/use-words.js'
import { useDisclosure } from './disclosure.js'
import styles from './folded-text.module.css'
import { MarkdownText } from './markdown-text.js'

/** People paste logs into prompts, and hooks put reminders there: beyond this many characters the rest is folded. */
const LONG = 1600
const SHOWN = 1200

/** Words that are not the agent's: long ones are folded until someone wants them. */
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
