import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}
const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.json', '.svg', '.webmanifest'])

interface Asset {
  readonly body: Buffer
  readonly type: string
  readonly immutable: boolean
  br?: Buffer
  gzip?: Buffer
}

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

const MISSING_PAGE = `<!doctype html><meta charset="utf-8"><title>Switchyard</title>
<p style="font:16px system-ui;margin:3rem">The dashboard is not built. Run <code>npm run build</code>, or start with <code>npm start</code>, which builds it.</p>`

/** Serves the dashboard's built files from memory, compressed by the build or on first use. Paths never leave the folder. */
export const uiAssets = (folder: string) => {
  const known = new Map<string, Asset | null>()
  const load = (path: string): Asset | null => {
    const cached = known.get(path)
    if (cached !== undefined) return cached
    const asset = read(folder, path)
    // Cache only files that exist: anyone may request any path.
    if (asset !== null) known.set(path, asset)
    return asset
  }
  return {
    serve: async (path: string, acceptEncoding: string): Promise<Response | null> => {
      const decoded = decode(path)
      if (decoded === null) return null
      const isFile = extname(decoded) !== ''
      const asset = isFile ? load(decoded) : load('/index.html')
      if (asset === null) {
        return isFile ? null : new Response(MISSING_PAGE, { headers: { 'content-type': TYPES['.html'] ?? '' } })
      }
      return respond(asset, isFile ? decoded : '/index.html', acceptEncoding)
    },
  }
}

const decode = (path: string): string | null => {
  try {
    const decoded = decodeURIComponent(path)
    return decoded.includes('\0') || decoded.split(/[\\/]/).includes('..') ? null : decoded
  } catch {
    return null
  }
}

const read = (folder: string, path: string): Asset | null => {
  const file = join(folder, path)
  if (!existsSync(file) || !statSync(file).isFile()) return null
  if (!realpathSync(file).startsWith(realpathSync(folder) + sep)) return null
  const compressed = `${file}.br`
  return {
    body: readFileSync(file),
    ...(existsSync(compressed) ? { br: readFileSync(compressed) } : {}),
    type: TYPES[extname(file)] ?? 'application/octet-stream',
    immutable: path.startsWith('/assets/'),
  }
}

const respond = async (asset: Asset, path: string, acceptEncoding: string): Promise<Response> => {
  const headers: Record<string, string> = {
    'content-type': asset.type,
    'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'Accept-Encoding',
  }
  let body = asset.body
  if (COMPRESSIBLE.has(extname(path))) {
    if (/\bbr\b/.test(acceptEncoding)) {
      asset.br ??= await brotli(asset.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      body = asset.br
      headers['content-encoding'] = 'br'
    } else if (/\bgzip\b/.test(acceptEncoding)) {
      asset.gzip ??= await gz(asset.body)
      body = asset.gzip
      headers['content-encoding'] = 'gzip'
    }
  }
  return new Response(body as Uint8Array<ArrayBuffer>, { headers })
}
