import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = join(import.meta.dirname, '..', '..', 'ui', 'src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
const read = (path: string): string => readFileSync(join(src, path), 'utf8')
const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '')

/** Sheets of the theme that stay global. */
const THEME = ['base', 'fonts', 'forced', 'index', 'tokens']
/** Sheets with global class rules. Move their rules into CSS modules and delete the name here; never add one. */
const LEGACY = ['controls', 'form', 'shell', 'states']
/** At most this many lines together, in steps of 100. Lower it when you move rules into modules; never raise it. */
const LEGACY_LINES = 500

const sheets = files.filter((path) => path.endsWith('.css'))

describe('style sheets', () => {
  it('outside the theme are CSS modules', () => {
    expect(sheets.filter((path) => !path.startsWith('theme/') && !path.endsWith('.module.css'))).toEqual([])
  })

  it('of the theme are tokens, base and the legacy list, which only shrinks', () => {
    const names = sheets.filter((path) => path.startsWith('theme/')).map((path) => path.slice(6, -4))
    expect(names.filter((name) => !THEME.includes(name)).toSorted()).toEqual(LEGACY)
    const lines = LEGACY.map((name) => read(`theme/${name}.css`).split('\n').length)
    expect(lines.reduce((sum, many) => sum + many, 0)).toBeLessThanOrEqual(LEGACY_LINES)
  })

  it('are imported as modules, except the theme by the entry', () => {
    const imports = files.flatMap((path) =>
      /\.tsx?$/.test(path)
        ? [...read(path).matchAll(/import '([^']+\.css)'/g)].map(([, sheet = '']) => `${path}: ${sheet}`)
        : [],
    )
    expect(imports).toEqual(['main.tsx: ./theme/index.css'])
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
