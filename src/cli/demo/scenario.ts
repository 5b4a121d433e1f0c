import {
  contactPage,
  deployPreview,
  flakyTest,
  guestCheckout,
  paymentSdk,
  slowSearch,
  streamImporter,
  taxTable,
} from './stories/live.js'
import type { Story } from './story.js'

/** Who is at work when the demo begins, and since when. */
export const opening: readonly { readonly story: Story; readonly secondsAgo: number }[] = [
  { story: guestCheckout, secondsAgo: 290 },
  { story: taxTable, secondsAgo: 140 },
  { story: slowSearch, secondsAgo: 100 },
  { story: streamImporter, secondsAgo: 40 },
  { story: paymentSdk, secondsAgo: 380 },
  { story: flakyTest, secondsAgo: 20 },
  { story: contactPage, secondsAgo: 130 },
]

/** Who comes later, one after the other and again. */
export const encores: readonly [Story, ...Story[]] = [
  deployPreview,
  flakyTest,
  slowSearch,
  contactPage,
  streamImporter,
  taxTable,
  paymentSdk,
  guestCheckout,
]
