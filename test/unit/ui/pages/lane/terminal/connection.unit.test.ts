import { describe, expect, it } from 'vitest'
import {
  connectTerminal,
  type TerminalState,
  type TerminalWire,
} from '../../../../../../ui/src/pages/lane/terminal/connection.js'

/** A terminal connection over invented sockets. */
const setUp = () => {
  const opened: ReturnType<typeof socket>[] = []
  const states: TerminalState[] = []
  const drawn: (() => void)[] = []
  const retries: (() => void)[] = []
  const ready: number[] = []
  const socket = () => {
    const on: { message?: (event: { data: unknown }) => void; close?: (event: { code: number }) => void } = {}
    const sent: unknown[] = []
    const wire = {
      binaryType: 'blob',
      readyState: 1,
      addEventListener: (type: 'message' | 'close', listener: never) => void (on[type] = listener),
      send: (data: string | Uint8Array) => void sent.push(typeof data === 'string' ? JSON.parse(data) : [...data]),
      close: () => undefined,
    } as unknown as TerminalWire
    return {
      wire,
      sent,
      say: (message: object) => on.message?.({ data: JSON.stringify(message) }),
      print: (bytes: number) => on.message?.({ data: new ArrayBuffer(bytes) }),
      drop: (code: number) => on.close?.({ code }),
    }
  }
  const connection = connectTerminal({
    open: () => {
      const next = socket()
      opened.push(next)
      return next.wire
    },
    size: () => ({ cols: 80, rows: 24 }),
    onReady: () => void ready.push(opened.length),
    onOutput: (_, done) => void drawn.push(done),
    onState: (state) => void states.push(state),
    random: () => 0,
    later: (run) => {
      retries.push(run)
      return () => undefined
    },
  })
  const last = () => opened.at(-1) ?? socket()
  return { connection, opened, states, drawn, retries, ready, last }
}
const READY = { type: 'ready', mode: 'rw' }

describe('the connection of a terminal', () => {
  it('says whether a paste was sent, and sends none that the service would refuse', () => {
    const { connection, last } = setUp()
    expect(connection.paste('a')).toBe('unsendable')
    last().say(READY)
    expect(connection.paste('a\nb')).toBe('sent')
    expect(connection.paste('é'.repeat(512 * 1024))).toBe('oversized')
    expect(last().sent).toEqual([{ type: 'paste', text: 'a\nb' }])
  })

  it('sends keys and sizes only when it is connected, and none when it is read-only', () => {
    const { connection, last } = setUp()
    expect(connection.type('a')).toBe(false)
    connection.resize({ cols: 90, rows: 30 })
    last().say(READY)
    expect(connection.type('é')).toBe(true)
    connection.resize({ cols: 90, rows: 30 })
    expect(last().sent).toEqual([[195, 169], { type: 'resize', cols: 90, rows: 30 }])
    last().say({ ...READY, mode: 'ro' })
    expect(connection.type('a')).toBe(false)
  })

  it('acknowledges output when it is drawn, not before', () => {
    const { drawn, last } = setUp()
    last().say(READY)
    last().print(100)
    expect(last().sent).toEqual([])
    drawn[0]?.()
    expect(last().sent).toEqual([{ type: 'ack', bytes: 100 }])
  })

  it('connects again after a break, drops the keys in between, and asks for an empty screen', () => {
    const { connection, states, retries, ready, last } = setUp()
    last().say(READY)
    last().drop(1006)
    expect(states.at(-1)).toEqual({ is: 'lost' })
    expect(connection.type('a')).toBe(false)
    retries[0]?.()
    last().say(READY)
    expect(ready).toEqual([1, 2])
    expect([states.at(-1), last().sent]).toEqual([{ is: 'open', mode: 'rw' }, []])
  })

  it('ends with its program, and does not connect again', () => {
    const { states, retries, last } = setUp()
    last().say(READY)
    const exit = { type: 'exit', run_id: 'run_1', reason: 'exited', code: 3, signal: null }
    last().say(exit)
    last().drop(1000)
    expect([states.at(-1), retries]).toEqual([{ is: 'ended', exit }, []])
  })

  it('says why it was refused, and does not connect again; a tab that slept does', () => {
    const refused = setUp()
    refused.last().say({ type: 'error', code: 'ETMUXMISSING', message: 'tmux was not found' })
    refused.last().drop(4503)
    expect(refused.states).toEqual([{ is: 'refused', code: 'ETMUXMISSING', message: 'tmux was not found' }])
    expect(refused.retries).toEqual([])
    const stalled = setUp()
    stalled.last().say(READY)
    stalled.last().drop(4408)
    expect(stalled.retries).toHaveLength(1)
  })
})
