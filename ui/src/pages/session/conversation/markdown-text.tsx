import DOMPurify from 'dompurify'
import { i18n } from '../../../i18n/i18n.js'
import { useWords } from '../../../i18n/use-words.js'
import { cached } from './cached.js'
import styles from './markdown-text.module.css'
import { renderMarkdown } from './markdown.js'

const TAGS = 'p br hr em strong del code pre blockquote ul ol li a span h1 h2 h3 h4 h5 h6 table thead tbody tr th td'

const ALLOWED = {
  ALLOWED_TAGS: TAGS.split(' '),
  ALLOWED_ATTR: ['href', 'target', 'rel', 'class', 'align', 'start'],
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
  ALLOW_DATA_ATTR: false,
}

// Code and tables scroll by themselves: without a pointer they have to be reached first.
DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'PRE' || node.nodeName === 'TABLE') node.setAttribute('tabindex', '0')
})

/** Rows that scroll away and back are parsed once: this many texts are some screens of a conversation. */
const REMEMBERED = 400
const fresh = () => cached((text) => DOMPurify.sanitize(renderMarkdown(text), ALLOWED), REMEMBERED)
let toHtml = fresh()
// A picture that is not shown is named in the reader's language.
i18n.on('languageChanged', () => {
  toHtml = fresh()
})

/** Words of a transcript. The only place where HTML made from them enters the page. */
export function MarkdownText({ text }: { text: string }) {
  useWords()
  return <div className={styles['prose']} data-prose dangerouslySetInnerHTML={{ __html: toHtml(text) }} />
}
