import { describe, expect, it } from 'vitest'
import { rawLine } from '../../../../../src/domain/transcript/view/raw-line.js'

describe('a raw line', () => {
  it('is complete and indented', () => {
    const line = { type: 'user', message: { content: 'x'.repeat(20_000) } }
    expect(rawLine(line)).toEqual({ json: JSON.stringify(line, null, 2), cut: false })
  })

  it('omits images, and response headers, which contain account ids', () => {
    const line = {
      error: { status: 529, headers: { 'x-account': 'secret' } },
      source: { data: 'iVBORw0K'.repeat(1000) },
    }
    const { json } = rawLine(line)
    expect(JSON.parse(json)).toEqual({ error: { status: 529 }, source: { data: '(8000 characters of base64)' } })
  })

  it('is cut to 1,000,000 characters and marked as cut', () => {
    const { json, cut } = rawLine({ text: 'a b '.repeat(400_000) })
    expect([json.length, cut]).toEqual([1_000_000, true])
  })
})
