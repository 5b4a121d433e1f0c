import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The basket of the shop as a picture, without or with a row for a gift card. */
const basketWith = (hasCard: boolean): string => {
  const below = hasCard ? 46 : 0
  const row = (y: number, width: number, fill: string): string =>
    `<rect x="70" y="${y}" width="${width}" height="24" rx="8" fill="${fill}"/>
     <rect x="1060" y="${y}" width="${width / 3}" height="24" rx="8" fill="${fill}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="824">
    <rect width="1280" height="824" fill="#fff"/>
    <rect width="1280" height="92" fill="#f1f0f8"/>
    <rect x="50" y="32" width="190" height="28" rx="14" fill="#b9b4d4"/>
    <rect x="70" y="156" width="420" height="42" rx="10" fill="#3b3750"/>
    ${row(254, 520, '#cac7d8')}${row(318, 380, '#cac7d8')}${row(382, 290, '#cac7d8')}
    ${hasCard ? row(446, 240, '#6a5fc8') : ''}
    <rect x="70" y="${446 + below}" width="1140" height="3" fill="#e3e1ee"/>
    ${row(478 + below, 170, '#3b3750')}
    <rect x="70" y="${568 + below}" width="1140" height="106" rx="18" fill="#4a3fb0"/>
    <rect x="560" y="${610 + below}" width="160" height="22" rx="11" fill="#fff"/>
  </svg>`
}

/** Saves the images that the agent of a lane took: before and after its work. */
export const saveProof = async (dataDir: string, lane: number): Promise<void> => {
  // Loaded here: no other command of the program needs it.
  const { default: sharp } = await import('sharp')
  for (const group of ['before', 'after']) {
    const folder = join(dataDir, 'proof', String(lane), 'gift-cards', group)
    mkdirSync(folder, { recursive: true })
    const image = await sharp(Buffer.from(basketWith(group === 'after')))
      .png()
      .toBuffer()
    writeFileSync(join(folder, 'basket.png'), image)
  }
}
