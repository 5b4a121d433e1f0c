import { withoutIdeContext } from '../ide-context.js'
import { closesImage, opensImage, withoutImageMarks } from '../image-marks.js'
import { withoutPromptFile } from '../prompt-file.js'
import { isFields, listOf } from './json.js'

/** The block type of a picture that Codex left out of the rollout; its text says why. */
export const OMITTED_IMAGE = 'omitted_image'

const textOfBlock = (block: unknown): string | null =>
  isFields(block) && block['type'] === 'input_text' && typeof block['text'] === 'string' ? block['text'] : null

const isMark = (block: unknown, test: (text: string) => boolean): boolean => {
  const text = textOfBlock(block)
  return text !== null && test(text)
}

/** Returns the blocks between two image tags: the picture, or a placeholder with the text that says why it is missing. */
const pictureBetween = (blocks: readonly unknown[]): readonly unknown[] => {
  const texts = blocks.map(textOfBlock)
  if (blocks.length > 0 && texts.includes(null)) return blocks.filter((_block, index) => texts[index] === null)
  return [{ type: OMITTED_IMAGE, text: texts.join('\n') }]
}

const asked = (block: unknown): unknown => {
  const text = textOfBlock(block)
  if (text === null || !isFields(block)) return block
  const request = withoutPromptFile(withoutIdeContext(text))
  return request === text ? block : { ...block, text: request }
}

/**
 * Returns the content of a user message without what an editor puts before it, and without the tags around its pictures: Codex
 * writes `<image name=…>` and `</image>` as separate text blocks.
 */
export function withoutWrappers(content: unknown): unknown {
  if (typeof content === 'string') return withoutPromptFile(withoutIdeContext(withoutImageMarks(content)))
  const blocks = listOf(content).map(asked)
  if (!blocks.some((block) => isMark(block, opensImage))) return Array.isArray(content) ? blocks : content
  const kept: unknown[] = []
  for (let at = 0; at < blocks.length; at++) {
    if (!isMark(blocks[at], opensImage)) {
      kept.push(blocks[at])
      continue
    }
    const end = blocks.findIndex((block, index) => index > at && isMark(block, closesImage))
    if (end < 0) continue
    kept.push(...pictureBetween(blocks.slice(at + 1, end)))
    at = end
  }
  return kept
}
