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

/** The stories that are running when the demo starts, and for how long. */
export const opening: readonly { readonly story: Story; readonly secondsAgo: number }[] = [
  { story: guestCheckout, secondsAgo: 290 },
  { story: taxTable, secondsAgo: 140 },
  { story: slowSearch, secondsAgo: 100 },
  { story: streamImporter, secondsAgo: 40 },
  { story: paymentSdk, secondsAgo: 380 },
  { story: flakyTest, secondsAgo: 20 },
  { story: contactPage, secondsAgo: 130 },
]

/** The stories that start later, one after the other, in a loop. */
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
