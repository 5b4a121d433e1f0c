import { Marked } from 'marked'
import { t } from '../../../i18n/i18n.js'

/**
 * Returns Markdown of a transcript as HTML. Transcripts are hostile input: raw HTML stays text, images are described and never
 * fetched, and links lead only to web pages and email addresses. DOMPurify checks the result again (markdown-text.tsx).
 */
export const renderMarkdown = (text: string): string => markdown.parse(text, { async: false })

const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

const markdown = new Marked({
  gfm: true,
  // Users and agents expect a line break to break the line.
  breaks: true,
  renderer: {
    html: ({ text, block }) => (block ? `<p>${escapeHtml(text)}</p>` : escapeHtml(text)),
    image: ({ href, text }) => {
      const words = t('session:picture.at', { words: text || t('session:picture.none'), address: href })
      return `<span class="remote">${escapeHtml(words)}</span>`
    },
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens)
      if (!SAFE_LINK.test(href)) return `${words} <span class="remote">(${escapeHtml(href)})</span>`
      return `<a href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer">${words}</a>`
    },
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
})
