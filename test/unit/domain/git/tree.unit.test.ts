import { describe, expect, it } from 'vitest'
import { matchingFiles, treeOf } from '../../../../src/domain/git/tree.js'

const file = (path: string, status?: string) => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  path,
  dir: false,
  ...(status === undefined ? {} : { status }),
})

describe('treeOf', () => {
  it('lists the entries of each directory, directories first, and marks what is changed', () => {
    const { levels, truncated } = treeOf(
      ['z.txt', 'src/b.ts', 'src/ui/a.ts', 'a.txt'],
      new Map([['src/ui/a.ts', ' M']]),
      10,
    )
    expect(Object.fromEntries(levels)).toEqual({
      '': [{ name: 'src', path: 'src', dir: true, changed: true }, file('a.txt'), file('z.txt')],
      src: [{ name: 'ui', path: 'src/ui', dir: true, changed: true }, file('src/b.ts')],
      'src/ui': [file('src/ui/a.ts', ' M')],
    })
    expect(truncated).toBe(false)
  })

  it('is empty without files, and stops at the limit', () => {
    expect(treeOf([], new Map(), 10)).toEqual({ levels: new Map([['', []]]), truncated: false })
    const { levels, truncated } = treeOf(['a', 'b', 'c'], new Map(), 2)
    expect([levels.get('')?.length, truncated]).toEqual([2, true])
  })

  it('treats names of object members as names', () => {
    const { levels } = treeOf(['__proto__/constructor'], new Map(), 10)
    expect(levels.get('__proto__')).toEqual([file('__proto__/constructor')])
  })
})

it('files with a matching name come before those in a matching directory', () => {
  const files = ['cart/index.ts', 'src/Cart.ts', 'src/list.ts', 'my-cart']
  expect(matchingFiles(files, 'cart')).toEqual(['src/Cart.ts', 'my-cart', 'cart/index.ts'])
  expect(matchingFiles(files, '')).toEqual(files)
})
