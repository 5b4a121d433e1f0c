import { lazy } from 'react'
import { withWords } from '../../lazy/with-words.js'

/** `LaneAsk`, which most visits need nowhere. */
export const LazyLaneAsk = lazy(withWords('lanes', async () => ({ default: (await import('./lane-ask.js')).LaneAsk })))
