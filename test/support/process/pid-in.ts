import { readFileSync } from 'node:fs'
import { until } from '../agents/until.js'

/** Waits until a program has written its pid into a file. The file exists for a moment before its first byte is written. */
export const pidIn = (file: string): Promise<number> =>
  until(`the pid in ${file}`, () => {
    try {
      return Number(readFileSync(file, 'utf8').trim()) || false
    } catch {
      return false
    }
  })
