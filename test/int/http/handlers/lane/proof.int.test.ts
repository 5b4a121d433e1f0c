import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { repositoryAt } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'

const PNG = Buffer.from('89504e470d0a1a0a0000000d', 'hex')

let app: App
let repository: ReturnType<typeof repositoryAt>
let id: number
let root: string
beforeEach(async () => {
  app = await startApp()
  repository = repositoryAt(join(app.folder, 'shop'), { 'a.txt': 'a' })
  mkdirSync(join(repository.path, 'web'))
  const made = await app.send<{ lane: { id: number } }>('/api/lanes', {
    method: 'POST',
    body: { cwd: join(repository.path, 'web') },
  })
  id = made.json.lane.id
  root = join(app.folder, 'data', 'proof', String(id))
})
afterEach(() => app.close())

const put = (path: string, content: string | Buffer = PNG): void => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), content)
}
const at = (path: string): string => `/api/lanes/${id}/proof${path}`
const list = async () =>
  (await app.get<{ features: { slug: string; groups: object; ticket_report: string }[] }>(at(''))).features
const remove = (slug: string, body: object) => app.send<{ deleted: number }>(at(`/${slug}`), { method: 'DELETE', body })
const upload = async (path: string, content: Uint8Array<ArrayBuffer> | FormData, type?: string) => {
  const answer = await fetch(app.url + at(path), {
    method: 'POST',
    body: content,
    headers: type === undefined ? {} : { 'content-type': type },
  })
  return { status: answer.status, json: (await answer.json()) as { file?: string; error?: { code: string } } }
}
const linkProof = async () =>
  (await app.send<{ linked: boolean }>(`/api/lanes/${id}/proof-link`, { method: 'POST' })).json.linked

describe('the proof files of a lane', () => {
  it('are listed by feature and read with their types, where nothing of them can run', async () => {
    put('cart/before/a.png')
    put('cart/ticket/index.html', '<script>alert(1)</script>')
    put('cart/before/notes.txt')
    expect(await list()).toMatchObject([
      { slug: 'cart', groups: { before: ['a.png'] }, ticket_report: 'ticket/index.html' },
    ])
    const image = await app.send(at('/cart/before/a.png'))
    expect([image.status, image.headers['content-type']]).toEqual([200, 'image/png'])
    const page = await app.send(at('/cart/ticket/index.html'))
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*; sandbox$/),
      'x-content-type-options': 'nosniff',
    })
    expect((await app.send(at('/cart/before/notes.txt'))).status).toBe(404)
  })

  it('never include what is outside of their folder', async () => {
    writeFileSync(join(app.folder, 'secret.png'), PNG)
    mkdirSync(join(app.folder, 'outside', 'before'), { recursive: true })
    writeFileSync(join(app.folder, 'outside', 'before', 'a.png'), PNG)
    put('cart/before/own.png')
    symlinkSync(join(app.folder, 'secret.png'), join(root, 'cart/before/linked.png'))
    symlinkSync(join(app.folder, 'outside', 'before'), join(root, 'cart/after'))
    symlinkSync(join(app.folder, 'outside'), join(root, 'stolen'))
    expect(await list()).toMatchObject([{ slug: 'cart', groups: { before: ['own.png'] } }])
    const paths = ['/cart/before/linked.png', '/cart/after/a.png', '/stolen/before/a.png']
    expect(await Promise.all(paths.map(async (path) => (await app.send(at(path))).status))).toEqual(
      paths.map(() => 404),
    )
    for (const path of ['/cart/..%2f..%2f..%2f..%2f/secret.png', '/%2e%2e/%2e%2e/secret.png'])
      expect((await app.send(at(path))).status).toBe(400)
    expect((await remove('stolen', {})).status).toBe(404)
    expect((await remove('cart', {})).json).toEqual({ deleted: 3 })
    expect(readdirSync(join(app.folder, 'outside', 'before'))).toEqual(['a.png'])
    expect((await upload('/stolen/before?name=b.png', PNG, 'image/png')).status).toBe(400)
  })

  it('are deleted by image, by group, or all but the reports', async () => {
    for (const path of ['before/a.png', 'before/b.png', 'after/a.png', 'end/a.png', 'ticket/index.html'])
      put(`cart/${path}`)
    expect((await remove('cart', { group: 'before', images: ['a.png', 'none.png'] })).json).toEqual({ deleted: 1 })
    expect((await remove('cart', { group: 'after' })).json).toEqual({ deleted: 1 })
    expect((await remove('cart', {})).json).toEqual({ deleted: 2 })
    expect(await list()).toMatchObject([{ slug: 'cart', groups: {}, ticket_report: 'ticket/index.html' }])
    expect((await remove('cart', { group: 'ticket' })).status).toBe(400)
    expect((await remove('none', {})).status).toBe(404)
  })

  it('are uploaded whole or not at all, and never replaced', async () => {
    expect(await upload('/cart/before?name=a.png', PNG, 'image/png')).toMatchObject({
      status: 201,
      json: { file: 'a.png' },
    })
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(PNG)]), 'a.png')
    expect(await upload('/cart/before', form)).toMatchObject({ status: 201, json: { file: 'a-2.png' } })
    expect((await upload('/cart/before?name=b.png', Buffer.from('text'), 'image/png')).json.error?.code).toBe(
      'ENOTIMAGE',
    )
    expect((await upload('/cart/before?name=b.html', PNG, 'image/png')).json.error?.code).toBe('ENOTIMAGE')
    const large = Buffer.concat([PNG, Buffer.alloc(20 * 1024 * 1024)])
    expect((await upload('/cart/before?name=b.png', large, 'image/png')).status).toBe(413)
    expect(readdirSync(join(root, 'cart', 'before')).toSorted()).toEqual(['a-2.png', 'a.png'])
    expect(readdirSync(join(root, '..', 'incoming'))).toEqual([])
  })
})

describe('the thumbnail of an image', () => {
  const image = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } })
  const thumbnail = async (file: string, width = '320') => {
    const answer = await fetch(`${app.url}${at(`/cart/before/${file}`)}?width=${width}`)
    const content = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, type: answer.headers.get('content-type'), content }
  }
  const sizeOf = async (file: string, width?: string) => {
    const { type, content } = await thumbnail(file, width)
    const { width: wide, height } = await sharp(content).metadata()
    return [type, wide, height]
  }

  it('has the width that was asked for, and shows the top of a tall page', async () => {
    put('cart/before/wide.jpg', await image(1280, 800).jpeg().toBuffer())
    put('cart/before/tall.png', await image(1280, 9000).png().toBuffer())
    put('cart/before/turned.jpg', await image(1000, 500).withMetadata({ orientation: 6 }).jpeg().toBuffer())
    put('cart/before/small.png', await image(100, 50).png().toBuffer())
    expect(await sizeOf('wide.jpg')).toEqual(['image/webp', 320, 200])
    expect(await sizeOf('tall.png', '640')).toEqual(['image/webp', 640, 1280])
    expect(await sizeOf('turned.jpg')).toEqual(['image/webp', 320, 640])
    expect(await sizeOf('small.png')).toEqual(['image/webp', 100, 50])
  })

  it('follows the image', async () => {
    put('cart/before/a.png', await image(800, 400).png().toBuffer())
    expect(await sizeOf('a.png')).toEqual(['image/webp', 320, 160])
    put('cart/before/a.png', await image(800, 200).png().toBuffer())
    expect(await sizeOf('a.png')).toEqual(['image/webp', 320, 80])
    await remove('cart', { group: 'before' })
    expect((await thumbnail('a.png')).status).toBe(404)
  })

  it('is the file itself where no smaller one can be made of it', async () => {
    const png = await image(10, 10).png().toBuffer()
    const bomb = Buffer.from(png)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    const files = {
      'cut.png': PNG,
      'bomb.png': bomb,
      'other.png': await image(10, 10).gif().toBuffer(),
      'drawing.png': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    }
    for (const [name, content] of Object.entries(files)) {
      put(`cart/before/${name}`, content)
      expect(await thumbnail(name)).toEqual({ status: 200, type: 'image/png', content })
    }
    put('cart/ticket/index.html', 'text')
    const page = await app.send(at('/cart/ticket/index.html?width=320'))
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  })

  it('never shows what a link leads to', async () => {
    writeFileSync(join(app.folder, 'secret.png'), await image(10, 10).png().toBuffer())
    put('cart/before/own.png')
    symlinkSync(join(app.folder, 'secret.png'), join(root, 'cart/before/linked.png'))
    expect((await thumbnail('linked.png')).status).toBe(404)
  })
})

describe('the link to the proof folder', () => {
  const path = () => join(repository.path, 'proof')

  it('is made at the top of the repository once, and git ignores it', async () => {
    expect([await linkProof(), await linkProof()]).toEqual([true, false])
    expect(readlinkSync(path())).toBe(root)
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  it('replaces a directory whose features it moves into the folder', async () => {
    mkdirSync(join(path(), 'cart', 'before'), { recursive: true })
    writeFileSync(join(path(), 'cart', 'before', 'a.png'), PNG)
    expect(await linkProof()).toBe(true)
    expect(await list()).toMatchObject([{ slug: 'cart', groups: { before: ['a.png'] } }])
  })

  it('leaves alone what it would overwrite', async () => {
    put('cart/before/theirs.png')
    mkdirSync(join(path(), 'cart'), { recursive: true })
    mkdirSync(join(path(), 'other'))
    expect(await linkProof()).toBe(false)
    expect(readdirSync(path()).toSorted()).toEqual(['cart', 'other'])
  })

  it.each([
    ['a file', () => writeFileSync(path(), 'mine')],
    ['another link', () => symlinkSync('/nowhere', path())],
  ])('is not made in the place of %s', async (_, make) => {
    make()
    const before = lstatSync(path()).isFile() ? readFileSync(path(), 'utf8') : readlinkSync(path())
    expect(await linkProof()).toBe(false)
    expect(lstatSync(path()).isFile() ? readFileSync(path(), 'utf8') : readlinkSync(path())).toBe(before)
  })
})
