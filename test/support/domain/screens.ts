import { readFileSync } from 'node:fs'
import { readScreen, type Screen } from '../../../src/domain/run/screen.js'

/** Returns a screen of the real CLIs, as tmux shows it, such as `claude-332-trust-100`: the width is the last number. */
export const screenOf = (name: string): Screen =>
  readScreen(readFileSync(new URL(`../../fixtures/screens/${name}.txt`, import.meta.url), 'utf8'))
