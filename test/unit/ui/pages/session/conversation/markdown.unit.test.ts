import { describe, expect, it } from 'vitest'
import { renderMarkdown } from '../../../../../../ui/src/pages/session/conversation/markdown.js'

// Transcripts contain model output and everything that models read, so their markdown is untrusted.
describe('hostile markdown', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'text <b onclick="alert(1)">bold</b>',
    '<iframe src="https://example.com"></iframe>',
    '<style>body{display:none}</style>',
  ])('is escaped: %s', (hostile) => {
    expect(renderMarkdown(hostile)).not.toMatch(/<(?:script|img|b|iframe|style)\b/i)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//example.com',
    'file:///etc',
  ])('creates no link to %s', (address) => expect(renderMarkdown(`[click](${address})`)).not.toContain('<a '))

  it('cannot break out of an attribute', () => {
    expect(renderMarkdown('[x](https://example.com/"onmouseover="alert(1))')).not.toMatch(/"\s*onmouseover/)
    expect(renderMarkdown('![" onerror="alert(1)](https://example.com/a.png)')).not.toContain('<img')
  })

  it('loads no image, and shows its description and URL', () => {
    const html = renderMarkdown('![a chart](https://example.com/track.png)')
    expect(html).not.toContain('<img')
    expect(html).toContain('a chart')
    expect(html).toContain('https://example.com/track.png')
  })
})

describe('safe markdown', () => {
  it('links to websites and email addresses without a referrer', () => {
    expect(renderMarkdown('[docs](https://example.com/a?b=1&c=2)')).toContain(
      '<a href="https://example.com/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">docs</a>',
    )
    expect(renderMarkdown('[mail](mailto:a@example.com)')).toContain('href="mailto:a@example.com"')
  })

  it('renders code, tables and task lists', () => {
    expect(renderMarkdown('```ts\nconst a = 1 < 2\n```')).toContain('const a = 1 &lt; 2')
    expect(renderMarkdown('| a |\n|---|\n| 1 |')).toContain('<table>')
    expect(renderMarkdown('- [x] done')).toContain('☑')
  })
})
