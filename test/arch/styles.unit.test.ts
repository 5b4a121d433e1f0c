import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = join(import.meta.dirname, '..', '..', 'ui', 'src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
const read = (path: string): string => readFileSync(join(src, path), 'utf8')
const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '')

/** The global sheets: tokens, fonts, and rules for elements. */
const THEME = ['base', 'fonts', 'forced', 'index', 'tokens']
const sheets = files.filter((path) => path.endsWith('.css'))

describe('style sheets', () => {
  it('outside the theme are CSS modules', () => {
    expect(sheets.filter((path) => !path.startsWith('theme/') && !path.endsWith('.module.css'))).toEqual([])
  })

  it('of the theme are these: all others are modules', () => {
    const names = sheets.filter((path) => path.startsWith('theme/')).map((path) => path.slice(6, -4))
    expect(names.toSorted()).toEqual(THEME)
  })

  it('are imported as modules, except the theme by the entry and that of xterm by its only user', () => {
    const imports = files.flatMap((path) =>
      /\.tsx?$/.test(path)
        ? [...read(path).matchAll(/import '([^']+\.css)'/g)].map(([, sheet = '']) => `${path}: ${sheet}`)
        : [],
    )
    expect(imports).toEqual([
      'main.tsx: ./theme/index.css',
      'pages/lane/terminal/make-terminal.ts: @xterm/xterm/css/xterm.css',
    ])
  })

  it('do not name layers: the build adds the layer of each module', () => {
    expect(sheets.filter((path) => /@layer/.test(read(path)))).toEqual([])
  })

  it('use the three weights of the tokens, and whole pixels for text', () => {
    const broken = sheets.flatMap((path) =>
      [...withoutComments(read(path)).matchAll(/font-weight: \d+|font: \d{3} |font(?:-size)?: [^;]*\d\.\d+px/g)].map(
        ([rule]) => `${path}: ${rule}`,
      ),
    )
    expect(broken.filter((rule) => !rule.startsWith('theme/fonts.css'))).toEqual([])
  })
})
