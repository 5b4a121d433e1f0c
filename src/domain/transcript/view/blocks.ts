import { OMITTED_IMAGE } from '../codex-images.js'
import { cut, type Fields, fields, idOf, isFields, listOf, textOf } from '../json.js'
import type { Block, ShownPlace } from './message.js'
import { callName, hasFailed, isCall, isResult, resultText } from './results.js'
import { isShownBlock } from './shown.js'
import { asJson, shownText, TEXT_MAX } from './shown-text.js'

/** Returns a tool's input unchanged, or its JSON text cut short if it is large. */
function shownInput(input: unknown): unknown {
  if (typeof input === 'string') return shownText(input)
  const text = JSON.stringify(input) ?? ''
  return text.length <= TEXT_MAX ? input : { _truncated: shownText(text) }
}

/** An image of a line: its bytes in base64, or its URL. */
export interface ImageSource {
  readonly base64: string | null
  readonly address: string | null
}

function imageIn(block: Fields): ImageSource {
  const source = fields(block['source'])
  const address = textOf(source['url'], TEXT_MAX) ?? textOf(block['image_url'], Number.MAX_SAFE_INTEGER)
  const inline = address === null ? null : /^data:image\/[\w.+-]+;base64,/.exec(address)
  if (address !== null && inline !== null) return { base64: address.slice(inline[0].length), address: null }
  const data = source['data']
  return { base64: typeof data === 'string' ? data : null, address }
}

const isImage = (block: unknown): block is Fields =>
  isFields(block) && (block['type'] === 'image' || block['type'] === 'input_image')

/** Returns the images of a message in display order: its own and those inside tool results. */
export function imagesIn(content: unknown): ImageSource[] {
  return listOf(content).flatMap((block) => {
    if (isImage(block)) return [imageIn(block)]
    return isFields(block) && isResult(block['type']) ? imagesIn(block['content']) : []
  })
}

/** Builds the block of an image and numbers the images of one line. */
type ImageBlock = (source: ImageSource) => Block

export function imageBlocks(place: ShownPlace): ImageBlock {
  let index = 0
  return ({ base64, address }) => {
    const own = index++
    // A remote picture is never fetched: reading a conversation must not send requests to other servers.
    if (base64 === null) return { type: 'image', alt: address === null ? 'image' : cut(address, 200) }
    return { type: 'image', src: place.imageAddress(own), alt: 'image' }
  }
}

function blockOf(block: Fields, image: ImageBlock): Block[] {
  const type = block['type']
  if (isCall(type)) return [toolUse(block['id'], callName(block), block['input'])]
  if (isResult(type)) {
    const output = resultText(block['content'])
    return [toolResult(block['tool_use_id'], output, hasFailed(block)), ...imagesIn(block['content']).map(image)]
  }
  switch (type) {
    case 'thinking':
      return [thought(textOf(block['thinking'], Number.MAX_SAFE_INTEGER))]
    case 'redacted_thinking':
      return [thought(null)]
    case 'image':
    case 'input_image':
      return [image(imageIn(block))]
    case OMITTED_IMAGE:
      return [{ type: 'image', alt: textOf(block['text'], 200) ?? 'image' }]
    case 'text':
    case 'input_text':
    case 'output_text':
      return [{ type: 'text', text: shownText(textOf(block['text'], Number.MAX_SAFE_INTEGER) ?? '') }]
    default:
      return [asJson(block, idOf(type) ?? 'unknown')]
  }
}

/** Returns a thinking block. Without a text the provider encrypted it, or the CLI left it out. */
export const thought = (text: string | null): Block =>
  text === null || text.trim() === '' ? { type: 'thinking' } : { type: 'thinking', text: shownText(text) }

export const toolUse = (id: unknown, name: unknown, input: unknown): Block => {
  const known = idOf(id)
  return {
    type: 'tool_use',
    name: idOf(name) ?? 'unknown',
    ...(known === null ? {} : { id: known }),
    input: shownInput(input ?? {}),
  }
}

export const toolResult = (id: unknown, output: string, failed: boolean): Block => {
  const known = idOf(id)
  return { type: 'tool_result', ...(known === null ? {} : { id: known }), output: shownText(output), is_error: failed }
}

/** Returns the displayed blocks of a message's content, which is a text or a list of blocks. */
export function blocksOf(content: unknown, place: ShownPlace): Block[] {
  if (typeof content === 'string') return content.trim() === '' ? [] : [{ type: 'text', text: shownText(content) }]
  const image = imageBlocks(place)
  return listOf(content)
    .filter(isShownBlock)
    .flatMap((block) => blockOf(block, image))
}
