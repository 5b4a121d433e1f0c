/** One bar of a chart over time. */
export interface Bar {
  /** Its first day. */
  readonly date: string
  /** Below the bar. */
  readonly label: string
  /** The heading of its tooltip. */
  readonly title: string
  /** In the order of the keys. */
  readonly amounts: readonly number[]
  /** Lines at the end of its tooltip. */
  readonly foot?: readonly string[]
  /** The bar of the current day. */
  readonly isNow?: boolean
}
