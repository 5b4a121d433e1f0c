import * as Effect from 'effect/Effect'
import { TmuxFailed } from '../../domain/run/failures.js'
import { started } from '../process/run.js'
import { argumentsOf, attachCommands } from './argv.js'
import { ControlReader } from './control.js'
import { drawn, readState, SCREEN_COMMANDS, type ScreenState } from './control-screen.js'
import type { OpenViewer } from './viewer.js'

/** Bytes of input in one command: tmux limits the length of a command. */
const INPUT = 512

/**
 * Shows panes in control mode, over pipes. For systems without a pseudo-terminal library: tmux does not send the screen but every
 * byte that the program prints, so the first screen is captured, and again after a pause.
 */
export const controlViewer: OpenViewer = ({ socket, env }, place, { cols, rows, readOnly }, onOutput) =>
  Effect.map(
    Effect.mapError(
      started({
        program: 'tmux',
        args: ['-C', ...argumentsOf(socket, attachCommands(place, { readOnly }))],
        env,
        cwd: '/',
      }),
      ({ reason }) => new TmuxFailed(reason),
    ),
    (child) => {
      const reader = new ControlReader()
      const replies: ((lines: readonly Buffer[]) => void)[] = []
      let state: ScreenState | null = null
      /** Captures that are under way. What is printed before one is part of it. */
      let captures = 0
      let isPaused = false
      /** Commands before tmux has attached the client, which it would refuse. */
      let waiting: string[] | null = []
      const send = (line: string, ...onReply: (typeof replies)[number][]): void => {
        replies.push(...onReply)
        if (waiting === null) child.stdin.write(`${line}\n`)
        else waiting.push(line)
      }
      const ignore = (): void => undefined
      const redraw = (): void => {
        captures += 1
        send(
          SCREEN_COMMANDS,
          ([line]) => (state = readState(line?.toString() ?? '')),
          (lines) => {
            captures -= 1
            if (captures === 0 && !isPaused && state !== null) onOutput(drawn(state, lines))
          },
        )
      }
      const flow = (action: 'pause' | 'continue'): void => {
        if (state !== null) send(`refresh-client -A '${state.pane}:${action}'`, ignore)
      }
      const resize = (size: { readonly cols: number; readonly rows: number }): void => {
        if (readOnly) return
        send(`refresh-client -C ${size.cols}x${size.rows}`, ignore)
        redraw()
      }
      const newest = (): void => send("if-shell -F '#{pane_in_mode}' 'send-keys -X cancel'", ignore)
      // The client may exit at any time.
      child.stdin.on('error', ignore)
      child.stderr.resume()
      child.stdout.on('data', (chunk: Buffer) => {
        for (const event of reader.read(chunk)) {
          if (event.is === 'attached') {
            for (const line of waiting ?? []) child.stdin.write(`${line}\n`)
            waiting = null
          } else if (event.is === 'reply') replies.shift()?.(event.lines)
          else if (captures === 0 && !isPaused) onOutput(event.bytes)
        }
      })
      const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
      if (readOnly) redraw()
      else resize({ cols, rows })
      return {
        type: (input) => {
          if (readOnly) return
          // Another terminal may have scrolled back, and tmux would drop the keys.
          newest()
          for (let at = 0; at < input.length; at += INPUT) {
            const keys = Array.from(input.subarray(at, at + INPUT), (byte) => byte.toString(16))
            send(`send-keys -H ${keys.join(' ')}`, ignore)
          }
        },
        newest: readOnly ? ignore : newest,
        resize,
        pause: () => {
          isPaused = true
          flow('pause')
        },
        resume: () => {
          isPaused = false
          flow('continue')
          redraw()
        },
        closed: Effect.promise(() => closed),
      }
    },
  )
