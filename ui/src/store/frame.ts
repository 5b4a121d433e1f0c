/** A hidden tab gets no frames, but its title must still say how many agents wait. */
const HIDDEN_MS = 250
/** Changes that follow each other sooner are drawn together: nobody reads more often, and drawing is what a tab spends. */
const PACE_MS = 250

let drawnAt = Number.NEGATIVE_INFINITY

/**
 * Runs once before a next paint: before the very next one where it is urgent or none was asked for just now, or soon in a
 * hidden tab.
 */
export const nextFrame = (run: () => void, urgent: boolean): void => {
  const draw = (): void => {
    drawnAt = performance.now()
    run()
  }
  const wait = drawnAt + PACE_MS - performance.now()
  if (document.hidden) setTimeout(draw, HIDDEN_MS)
  else if (urgent || wait <= 0) requestAnimationFrame(draw)
  else setTimeout(() => requestAnimationFrame(draw), wait)
}
