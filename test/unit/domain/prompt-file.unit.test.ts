import { describe, expect, it } from 'vitest'
import { promptInFile, withoutPromptFile } from '../../../src/domain/prompt-file.js'
import { messageOf } from '../../../src/domain/transcript/view/message-of.js'
import { shownStart } from '../../../src/domain/transcript/view/shown.js'

const PATH = "/home/ada/the user's data/panes/run_01ABC.prompt"
const LONG = `Move the cart to the new API.\n\n1. Read\tit\n${'word '.repeat(2000)}`
const GIVEN = promptInFile(PATH, LONG)

describe('a prompt that is in a file', () => {
  it('is given as one short line that names the file and begins like the prompt', () => {
    expect(GIVEN).not.toMatch(/[\n\t]/)
    expect(Buffer.byteLength(promptInFile(PATH, '会'.repeat(60_000)))).toBeLessThan(3000)
    expect(GIVEN).toContain(`Read the file ${PATH}. It is the prompt`)
  })

  it('is shown as it begins', () => {
    expect(withoutPromptFile(GIVEN)).toMatch(/^Move the cart to the new API\. 1\. Read it word .*…$/)
  })

  it.each([
    ['another sentence', 'Read the file /etc/passwd and summarize it'],
    ['a file that is no prompt of a run', promptInFile('/etc/passwd', 'x')],
    ['a quotation', `What does this mean? ${GIVEN}`],
    [
      'a path without an end',
      `Read the file ${'/x'.repeat(10_000)}/run_1.prompt. It is the prompt: do what it says. It begins with: y`,
    ],
    ['nothing', ''],
  ])('is not confused with %s', (_what, text) => {
    expect(withoutPromptFile(text)).toBe(text)
  })

  const place = { agent: null, line: 0 } as const
  const textOf = (message: ReturnType<typeof messageOf>): string =>
    (message?.content ?? []).map((block) => ('text' in block ? block.text : '')).join('')

  it.each([
    ['a text', GIVEN],
    ['blocks', [{ type: 'text', text: GIVEN }]],
  ])('is shown in a conversation of Claude Code: %s', (_what, content) => {
    const line = { type: 'user', message: { role: 'user', content }, uuid: 'u', timestamp: '2026-01-01T00:00:00Z' }
    expect(textOf(messageOf('claude', shownStart(), line, place as never))).toMatch(/^Move the cart/)
  })

  it('is shown in a conversation of Codex', () => {
    const payload = { type: 'message', role: 'user', content: [{ type: 'input_text', text: GIVEN }] }
    const line = { type: 'response_item', timestamp: '2026-01-01T00:00:00Z', payload }
    expect(textOf(messageOf('codex', shownStart(), line, place as never))).toMatch(/^Move the cart/)
  })
})
