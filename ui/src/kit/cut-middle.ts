const START_SHARE = 0.35

/** Returns a path of at most `most` characters. The middle is left out: the start shows the place, the end the file. */
export function cutMiddle(path: string, most: number): string {
  if (path.length <= most) return path
  const start = Math.floor((most - 1) * START_SHARE)
  const end = most - 1 - start
  return `${path.slice(0, start).replace(/[\ud800-\udbff]$/, '')}…${path.slice(-end).replace(/^[\udc00-\udfff]/, '')}`
}
