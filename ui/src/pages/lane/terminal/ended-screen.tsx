import { useEffect, useRef } from 'react'
import { classes } from '../../../kit/classes.js'
import type { LastScreen } from './last-screen.js'
import { makeTerminal } from './make-terminal.js'
import styles from './screen.module.css'

/** Draws the last screen of a program. */
export default function EndedScreen({ screen: { cols, rows, text }, label }: { screen: LastScreen; label: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const screen = makeTerminal(element)
    screen.options.disableStdin = true
    screen.resize(cols, rows)
    screen.write(`${text}\u001b[?25l`)
    return () => screen.dispose()
  }, [cols, rows, text])
  return <div ref={box} role="region" aria-label={label} className={classes(styles['screen'], styles['last'])} />
}
