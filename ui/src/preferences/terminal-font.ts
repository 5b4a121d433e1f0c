import { useSyncExternalStore } from 'react'
import { createStoredSignal } from '../store/stored-signal.js'

const DEFAULT_PX = 13
const SMALLEST_PX = 9
const LARGEST_PX = 24

/** Reads a stored size; another release, or another program, may have written anything. */
export function fontSizeIn(stored: string | null): number {
  const size = Number(stored ?? Number.NaN)
  return Number.isInteger(size) && size >= SMALLEST_PX && size <= LARGEST_PX ? size : DEFAULT_PX
}

/** The size of the text in terminals, in pixels. */
export const terminalFont = createStoredSignal('svc.terminal.fontSize', fontSizeIn)

const step = (by: number): void =>
  terminalFont.set(Math.min(LARGEST_PX, Math.max(SMALLEST_PX, terminalFont.get() + by)))

/** The size with the two steps that change it; null for one that would go too far. */
export function useTerminalFont() {
  const size = useSyncExternalStore(terminalFont.subscribe, terminalFont.get)
  return {
    size,
    smaller: size > SMALLEST_PX ? () => step(-1) : null,
    larger: size < LARGEST_PX ? () => step(1) : null,
  } as const
}
