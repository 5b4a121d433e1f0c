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

// Code and tables scroll, so the keyboard must be able to reach them.
DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'PRE' || node.nodeName === 'TABLE') node.setAttribute('tabindex', '0')
})

/** Texts that scroll away and back are parsed once; this many fill several screens. */
const REMEMBERED = 400
const fresh = () => cached((text) => DOMPurify.sanitize(renderMarkdown(text), ALLOWED), REMEMBERED)
let toHtml = fresh()
// The description of an image that is not shown is translated.
i18n.on('languageChanged', () => {
  toHtml = fresh()
})

/** Renders Markdown of a transcript. This is the only place where HTML from a transcript enters the page. */
export function MarkdownText({ text }: { text: string }) {
  useWords()
  return <div className={styles['prose']} data-prose dangerouslySetInnerHTML={{ __html: toHtml(text) }} />
}
