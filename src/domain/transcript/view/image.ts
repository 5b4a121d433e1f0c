import type { Provider } from '../../tools/catalog.js'
import { type ImageSource, imagesIn } from './blocks.js'
import { openedLine } from '../codex-line.js'
import { outputIn } from '../facts/codex/tools.js'
import { fields, isFields } from '../json.js'

function contentOf(provider: Provider, value: unknown): unknown {
  if (!isFields(value)) return null
  if (provider === 'claude')
    return value['type'] === 'attachment' ? fields(value['attachment'])['prompt'] : fields(value['message'])['content']
  const { payload } = openedLine(value)
  return payload['output'] === undefined ? payload['content'] : outputIn(payload).content
}

/** Returns the n-th image of a line, numbered like in its blocks; null if there is none. */
export const imageOf = (provider: Provider, value: unknown, index: number): ImageSource | null =>
  imagesIn(contentOf(provider, value))[index] ?? null
