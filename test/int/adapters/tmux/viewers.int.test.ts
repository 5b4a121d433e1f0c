import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import * as Scope from 'effect/Scope'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ControlReader } from '../../../../src/adapters/tmux/control.js'
import type { PaneView } from '../../../../src/commands/ports/panes.js'
import { until } from '../../../support/agents/until.js'
import { hasTmux, openPanes, type TestPanes } from '../../../support/tmux/panes.js'

const PLACE = { lane: 1, slot: 0 }

describe.skipIf(!hasTmux).each([
  ['in a pseudo-terminal', {}],
  ['in control mode, without a library for pseudo-terminals', { pty: Effect.succeed(null) }],
])('a viewer %s', (_name, parts) => {
  let panes: TestPanes
  let scope: Scope.CloseableScope
  beforeEach(async () => {
    panes = openPanes(undefined, parts)
    scope = await Effect.runPromise(Scope.make())
  })
  afterEach(async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    panes.close()
  })

  const start = (script: string) =>
    panes.ask(
      panes.start({ ...PLACE, run: 'run_1', tool: null, argv: ['sh', '-c', script], cwd: panes.folder, env: {} }),
    )
  const view = async (more: Partial<PaneView> = {}) => {
    const seen = { output: Buffer.alloc(0) }
    const wanted = { cols: 90, rows: 30, readOnly: false, ...more }
    const onOutput = (bytes: Uint8Array): void => void (seen.output = Buffer.concat([seen.output, bytes]))
    const viewer = await Effect.runPromise(Scope.extend(panes.view(PLACE, wanted, onOutput), scope))
    const shows = (text: string) => until(`"${text}"`, () => seen.output.includes(text))
    return { ...viewer, seen, shows, write: (text: string) => viewer.type(Buffer.from(text)) }
  }
  const size = (): string => panes.tmux('display-message', '-p', '-t', '=lane-1-0:', '#{window_width}x#{window_height}')

  it('shows the screen from before, what is printed later, and passes on every byte that is typed', async () => {
    await start('printf "%s\\n" "be\\\\fore é"; stty -echo; while read -r line; do printf "<%s>\\n" "$line"; done')
    await until('the program', () => panes.tmux('capture-pane', '-p', '-t', '=lane-1-0:').includes('fore'))
    const one = await view()
    await one.shows('be\\fore é')
    const long = `a\\b\u{1f600}é'";${'x'.repeat(900)}`
    one.write(`${long}\r`)
    // The line is longer than the screen is wide.
    await one.shows('<a\\b\u{1f600}é\'";')
    await one.shows('x>')
    const other = await view({ readOnly: true, cols: 40, rows: 10 })
    other.write('typed by a viewer\r')
    one.write('second\r')
    await one.shows('<second>')
    expect(one.seen.output.includes('typed by')).toBe(false)
  })

  it('passes on what is typed while the pane is scrolled back, and shows the newest lines', async () => {
    await start('seq 200; stty -echo; while read -r line; do printf "<%s>\\n" "$line"; done')
    const one = await view()
    await one.shows('200')
    const isScrolled = (): boolean => panes.tmux('display-message', '-p', '-t', '=lane-1-0:', '#{pane_in_mode}') === '1'
    const screen = (): string => panes.tmux('capture-pane', '-p', '-t', '=lane-1-0:')
    const scroll = (): void => void panes.tmux('copy-mode', '-t', '=lane-1-0:')
    for (const text of ['hello', 'quit', 'grüße', 'g', '1']) {
      scroll()
      one.write(`${text}\r`)
      await until(text, () => screen().includes(`<${text}>`))
      expect(isScrolled()).toBe(false)
    }
    scroll()
    one.newest()
    await until('the newest lines', () => !isScrolled())
    one.newest()
    one.write('typed after it\r')
    await until('the line', () => screen().includes('<typed after it>'))
  })

  it('has its size; a read-only one changes nothing', async () => {
    await start('sleep 600')
    const one = await view()
    await until('the size', () => size() === '90x30')
    one.resize({ cols: 70, rows: 20 })
    await until('the size', () => size() === '70x20')
    await view({ readOnly: true, cols: 40, rows: 10 }).then((other) => other.resize({ cols: 41, rows: 11 }))
    await until('both viewers', () => panes.tmux('list-clients').split('\n').length === 2)
    expect(size()).toBe('70x20')
  })

  it('that pauses does not stop the program, and shows the screen when it resumes', async () => {
    await start('read -r line; seq 100000; echo done >done; echo "the end"; sleep 600')
    const one = await view()
    await until('the viewer', () => panes.tmux('list-clients') !== '')
    await until('the size', () => size() === '90x30')
    one.pause()
    panes.tmux('send-keys', '-t', '=lane-1-0:', 'go', 'Enter')
    await until('the program', () => panes.tmux('capture-pane', '-p', '-t', '=lane-1-0:').includes('the end'))
    expect(one.seen.output.includes('the end')).toBe(false)
    one.resume()
    await one.shows('the end')
    expect(one.seen.output.length).toBeLessThan(300_000)
  })

  it('ends with its pane; its own end leaves the pane', async () => {
    await start('sleep 600')
    const one = await view()
    const [run] = await panes.ask(panes.list)
    const own = await Effect.runPromise(Scope.make())
    await Effect.runPromise(
      Scope.extend(
        panes.view(PLACE, { cols: 80, rows: 24, readOnly: false }, () => undefined),
        own,
      ),
    )
    await until('both viewers', () => panes.tmux('list-clients').split('\n').length === 2)
    await Effect.runPromise(Scope.close(own, Exit.void))
    await until('one viewer', () => panes.tmux('list-clients').split('\n').length === 1)
    expect(await panes.ask(panes.list)).toEqual([run])
    await panes.ask(panes.stop([PLACE], []))
    await Effect.runPromise(one.closed)
    one.write('x')
    one.resize({ cols: 80, rows: 24 })
    one.resume()
  })
})

describe('the output of control mode', () => {
  const read = (chunks: readonly string[]) => {
    const reader = new ControlReader()
    return chunks.flatMap((chunk) => reader.read(Buffer.from(chunk, 'latin1')))
  }

  it('is the same however it is split', () => {
    const text =
      '%begin 1 7 0\nno\n%end 1 7 0\n%begin 1 8 1\n%output %0 x\n%end 1 7 1\n%end 1 8 1\n%output %12 a\\134\\012\xc3\xa9 \n%exit\n'
    const expected = [
      { is: 'reply', lines: [Buffer.from('%output %0 x'), Buffer.from('%end 1 7 1')] },
      { is: 'output', bytes: Buffer.from('a\\\né ') },
    ]
    expect(read([text])).toEqual(expected)
    expect(read(text.split(''))).toEqual(expected)
  })
})
