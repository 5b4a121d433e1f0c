import { describe, expect, it } from 'vitest'
import { withoutImageMarks } from '../../../src/domain/image-marks.js'

describe('image tags before a prompt', () => {
  it.each([
    ['<image name=[Image #1]>\n</image>\nfix it', 'fix it'],
    ['<image name=[Image #1] path="/a b.png">\nleft out\n</image>\n<image name=[Image #2]>\n</image>\nfix', 'fix'],
    ['<image name=[Image #1]>\n</image>', ''],
    ['<image name=[Image #1] path="/a.png">\ncut off', 'cut off'],
    ['<image name=[Image #1] path="/a', ''],
  ])('are removed from %j', (text, words) => expect(withoutImageMarks(text)).toBe(words))

  it('are kept anywhere else in the text', () => {
    for (const text of ['look at [Image #1]', 'what is <image name=[Image #1]>?', '<image src="a.png">', ''])
      expect(withoutImageMarks(text)).toBe(text)
  })
})
