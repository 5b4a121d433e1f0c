/**
 * Returns a function that runs at once, then at most once per `ms`. Calls in between become one run at the end of the pause.
 */
export function throttle(run: () => void, ms: number): () => void {
  let pausing = false
  let wanted = false
  const go = (): void => {
    pausing = true
    wanted = false
    run()
    setTimeout(() => {
      pausing = false
      if (wanted) go()
    }, ms)
  }
  return () => {
    if (pausing) wanted = true
    else go()
  }
}
