const HOUR = 60
const DAY = 24 * HOUR
/** Codex has said 299 minutes for five hours. */
const SLACK = 0.02

/** Whether a window of a plan's limit lasts about this long. Both are in minutes. */
export const lastsAbout = (minutes: number, length: number): boolean => Math.abs(minutes - length) <= length * SLACK

/** Returns the length of a window of a plan's limit, in minutes, as people say it: `5h`, `7d`, `45min`. */
export const windowName = (minutes: number): string => {
  const days = Math.round(minutes / DAY)
  if (days > 1 && lastsAbout(minutes, days * DAY)) return `${days}d`
  const hours = Math.round(minutes / HOUR)
  return hours > 0 && lastsAbout(minutes, hours * HOUR) ? `${hours}h` : `${minutes}min`
}
