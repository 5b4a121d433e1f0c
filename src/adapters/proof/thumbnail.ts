/**
 * The program that makes an image smaller: it reads a PNG or JPEG from its standard input and writes WebP to its output. Images are
 * written by agents, so whatever one does to the decoder ends this process alone.
 */
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { yieldToOthers } from '../threads/priority.js'

/** A screenshot of a page 1,280 wide and 50,000 high has this many. */
const MAX_PIXELS = 64_000_000

yieldToOthers(10)
// The library decodes many formats; the content decides, whatever the name says.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] })
sharp.concurrency(1)

const width = Number(process.argv.at(-1))
const image = sharp(await buffer(process.stdin), { limitInputPixels: MAX_PIXELS, sequentialRead: true }).autoOrient()
const { width: wide, height: high } = (await image.metadata()).autoOrient
// The top of a tall page says the most.
const top = image.extract({ left: 0, top: 0, width: wide, height: Math.min(high, 2 * wide) })
process.stdout.write(await top.resize({ width, withoutEnlargement: true }).webp().toBuffer())
