/** Returns the `q` quantile of the values; NaN if there are none. */
export const quantile = (values: readonly number[], q: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)
