import {
  attachmentLoss,
  invoicePdf,
  lighthouse,
  monthClose,
  prReview,
  previewDeploys,
  rateLimit,
} from './stories/later.js'
import {
  contactPage,
  flakySync,
  guestCheckout,
  paymentSdk,
  slowSearch,
  streamImport,
  taxMigration,
} from './stories/opening.js'
import type { Story } from './story.js'

/** The stories that are running when the demo starts, and for how long. */
export const opening: readonly { readonly story: Story; readonly secondsAgo: number }[] = [
  { story: guestCheckout, secondsAgo: 290 },
  { story: taxMigration, secondsAgo: 140 },
  { story: slowSearch, secondsAgo: 100 },
  { story: streamImport, secondsAgo: 40 },
  { story: paymentSdk, secondsAgo: 380 },
  { story: flakySync, secondsAgo: 20 },
  { story: contactPage, secondsAgo: 130 },
]

/** The stories that start later, one after the other, in a loop. */
export const encores: readonly [Story, ...Story[]] = [
  previewDeploys,
  rateLimit,
  attachmentLoss,
  invoicePdf,
  prReview,
  lighthouse,
  monthClose,
  flakySync,
  slowSearch,
  contactPage,
  streamImport,
  taxMigration,
  paymentSdk,
  guestCheckout,
]
