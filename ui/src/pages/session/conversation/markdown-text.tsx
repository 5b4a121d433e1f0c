import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { renderMarkdown } from './markdown.js'

const TAGS = 'p br hr em strong del code pre blockquote ul ol li a span h1 h2 h3 h4 h5 h6 table thead tbody tr th td'

const ALLOWED = {
  ALLOWED_TAGS: TAGS.split(' '),
  ALLOWED_ATTR: ['href', 'target', 'rel', 'class', 'align', 'start'],
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
  ALLOW_DATA_ATTR: false,
}

/** Words of a transcript. The only place where HTML made from them enters the page. */
export function MarkdownText({ text }: { text: string }) {
  const html = useMemo(() => DOMPurify.sanitize(renderMarkdown(text), ALLOWED), [text])
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
