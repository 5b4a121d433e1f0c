import type { PastStory } from '../story.js'
import { pastLedger } from './past/ledger.js'
import { pastNotes } from './past/notes.js'
import { pastShop } from './past/shop.js'
import { pastWebsite } from './past/website.js'

/** The sessions of the last days, which are imported as transcripts. */
export const past: readonly PastStory[] = [...pastShop, ...pastLedger, ...pastNotes, ...pastWebsite]
