import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shellQuoted } from '../../../adapters/files/shell.js'
import { TOOLS } from '../../../domain/tools/catalog.js'

/** Files of one run, through which the program in its pane and the demo communicate. */
export interface RunFiles {
  /** Written by the program when it starts: its name, its directory, and its arguments, one in each line. */
  readonly started: string
  /** A named pipe: what the demo writes is shown. The program exits when the demo closes it. */
  readonly screen: string
  /** What the user has typed. */
  readonly typed: string
}

/** Suffixes of the files that the program of a run changes when something happens to it. */
export const SIGNS = { started: '.started', typed: '.typed', ended: '.ended' } as const

export const runFiles = (folder: string, run: string): RunFiles => ({
  started: join(folder, run + SIGNS.started),
  screen: join(folder, `${run}.screen`),
  typed: join(folder, run + SIGNS.typed),
})

/** Returns a shell script that takes the place of an agent CLI. */
const scriptOf = (folder: string): string => `#!/bin/sh
at=${shellQuoted(folder)}/$SVC_RUN
umask 077
mkfifo "$at.screen" || exit 1
: >"$at${SIGNS.typed}"
exec 3<&0
# Each key at once: a real agent needs no Enter either.
stty -icanon -echo min 1 <&3
dd bs=1 <&3 >>"$at${SIGNS.typed}" 2>/dev/null &
reader=$!
shown=
trap 'kill "$reader" $shown 2>/dev/null; : >"$at${SIGNS.ended}"' EXIT
trap 'exit 130' INT TERM HUP
printf '%s\\n' "\${0##*/}" "$PWD" "$@" >"$at.part"
mv "$at.part" "$at${SIGNS.started}"
# A signal ends a wait, but not a program that waits for the other side of the pipe.
cat "$at.screen" &
shown=$!
wait "$shown"
`

/** Writes programs with the names of the agent CLIs. They show what the demo sends them. */
export const installPrograms = (bin: string, folder: string): void => {
  for (const path of [bin, folder]) mkdirSync(path, { recursive: true })
  for (const { binary } of Object.values(TOOLS)) {
    writeFileSync(join(bin, binary), scriptOf(folder), { mode: 0o755 })
  }
}
