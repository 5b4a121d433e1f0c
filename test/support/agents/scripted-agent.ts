import { writeFileSync } from 'node:fs'

/**
 * A program that looks like an agent CLI in a terminal. It draws the input line, reads pastes and keys, and writes to
 * `$HOME/log.<slot>` one JSON line for each prompt that was sent (`sent`) and each key that a dialog got (`key`). `$HOME/agent.json`,
 * if there is one, says what it shows.
 */
export interface AgentScript {
  /** Lines instead of the input line at the start. A key closes them. */
  readonly dialog?: readonly string[]
  /** The dialog opens this long after a paste. Keys that have arrived by then belong to the input line. */
  readonly afterPasteMs?: number
  /** Dialogs that follow the first one, each after a key. */
  readonly next?: readonly (readonly string[])[]
  /** A text that stands in the input line at the start. */
  readonly draft?: string
  /** Whether a number only moves the cursor, and Enter chooses. */
  readonly movesOnly?: boolean
  /** Whether it never reads keys. */
  readonly ignoresKeys?: boolean
  /** The user answers the first dialog just before its first number arrives, which stands on the input line after this time. */
  readonly lateMs?: number
  /** The option whose number opens a field in the list. */
  readonly field?: number
}

const PROGRAM = `
const fs = require('node:fs')
const home = process.env.HOME
const slot = process.env.SVC_SLOT
const script = fs.existsSync(home + '/agent.json') ? JSON.parse(fs.readFileSync(home + '/agent.json', 'utf8')) : {}
const log = (entry) => fs.appendFileSync(home + '/log.' + process.env.SVC_LANE + '.' + slot, JSON.stringify(entry) + '\\n')
log({ argv: process.argv.slice(2) })
let text = script.draft ?? ''
let dialog = script.afterPasteMs === undefined ? (script.dialog ?? null) : null
let next = [...(script.next ?? [])]
let cursor = 1
let field = null
// Like a conversation above a dialog: it grows by what an answer has caused.
let told = 0
const isOption = (line) => /^\\s*(?:❯ )?\\s*\\d\\. /.test(line)
const draw = () => {
  const width = process.stdout.columns ?? 80
  const rule = '─'.repeat(width)
  const shown = text.length > 500 ? '[Pasted text #1 +9 lines]' : text
  const lines = dialog === null
    ? ['● ready', rule, ...('❯\\u00a0' + shown).split('\\n').map((line, at) => (at === 0 ? line : '  ' + line)), rule, '  ? for shortcuts']
    : [...(told === 0 ? [] : ['● answered ' + told]), rule, ...dialog.map((line) => {
        const number = /^\\s*(?:❯ )?\\s*(\\d)\\. /.exec(line)?.[1]
        if (number === undefined) return line
        const label = field !== null && Number(number) === script.field && field !== '' ? field : line.replace(/^.*?\\d\\. /, '')
        return (Number(number) === cursor ? ' ❯ ' : '   ') + number + '. ' + label
      })]
  process.stdout.write('\\x1b[H\\x1b[2J' + lines.join('\\r\\n'))
}
const open = () => { dialog = script.dialog; cursor = 1; field = null; draw() }
const close = () => { told++; dialog = next.shift() ?? null; cursor = 1; field = null; draw() }
const act = (key) => {
  if (dialog !== null) {
    log({ key, at: dialog.find((line) => line.trim() !== '') })
    if (script.ignoresKeys) return
    if (script.lateMs !== undefined && told === 0) {
      close()
      return void setTimeout(() => { text += key; draw() }, script.lateMs)
    }
    if (field !== null && key.length > 1 && key !== 'Enter') { field += key; return draw() }
    if (/^\\d$/.test(key)) {
      if (Number(key) === script.field) { cursor = Number(key); field = ''; return draw() }
      if (!script.movesOnly) return close()
      cursor = Number(key)
      return draw()
    }
    if (key === 'Enter' || key === 'Escape') close()
    return
  }
  if (key === 'Enter') { log({ sent: text }); text = '' }
  else if (key === 'Clear') text = ''
  else if (key === 'Backspace') text = text.slice(0, -1)
  else text += key
  draw()
}
process.stdin.setRawMode(true)
process.stdout.write('\\x1b[?2004h')
process.stdout.on('resize', draw)
let held = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (chunk) => {
  held += chunk
  for (;;) {
    if (held.startsWith('\\x1b[200~')) {
      const end = held.indexOf('\\x1b[201~')
      if (end === -1) return
      const pasted = held.slice(6, end).replaceAll('\\r', '\\n')
      held = held.slice(end + 6)
      if (script.afterPasteMs !== undefined && dialog === null) setTimeout(() => setImmediate(open), script.afterPasteMs)
      act(pasted)
    } else if (held === '') return
    else {
      const key = held[0]
      held = held.slice(1)
      act(key === '\\r' ? 'Enter' : key === '\\x1b' ? 'Escape' : key === '\\x15' ? 'Clear' : key === '\\x7f' ? 'Backspace' : key)
    }
  }
})
draw()
setInterval(() => {}, 1e6)
`

/** Writes the program with the name of an agent CLI. */
export const writeScriptedAgent = (path: string): void =>
  writeFileSync(path, `#!${process.execPath}\n${PROGRAM}`, { mode: 0o755 })
