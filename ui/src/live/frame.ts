/** A hidden tab gets no frames, but its title must still say how many agents wait. */
const HIDDEN_MS = 250

/** Runs once before the next paint, or soon when the tab is hidden. */
export const nextFrame = (run: () => void): void => {
  if (document.hidden) setTimeout(run, HIDDEN_MS)
  else requestAnimationFrame(run)
}
