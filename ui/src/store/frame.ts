/** A hidden tab gets no frames, but its title must show how many agents wait. */
const HIDDEN_MS = 250
/** Changes within this time are drawn together: nobody reads faster, and drawing is the main cost of a tab. */
const PACE_MS = 250

let drawnAt = Number.NEGATIVE_INFINITY

/** Runs once before a paint: the next one if it is urgent or none was drawn just now. In a hidden tab it runs after a pause. */
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
