import SwaggerParser from '@apidevtools/swagger-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../src/http/contract/index.js'
import { type App, startApp } from '../../support/service/app.js'

interface Description {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>
}

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const routes = Object.keys(contract).map((key) => {
  const [method = '', path = ''] = key.split(' ')
  return { method: method.toLowerCase(), path: path.replace(/:(\w+)/g, '{$1}') }
})

describe('the description of the API', () => {
  it('is valid OpenAPI 3.0.3', async () => {
    const document = (await app.send<Description>('/api/openapi.json')).json
    expect(document.openapi).toBe('3.0.3')
    await SwaggerParser.validate(structuredClone(document) as never)
  })

  it('lists every route of the contract, each with its answers', async () => {
    const { paths } = (await app.send<Description>('/api/openapi.json')).json
    for (const { method, path } of routes) {
      expect(Object.keys(paths[path]?.[method]?.responses ?? {}).length, `${method} ${path}`).toBeGreaterThan(0)
    }
  })
})

describe('the documentation page', () => {
  it('names every route and loads nothing from elsewhere', async () => {
    const { text, headers } = await app.send('/api/docs')
    expect(headers['content-type']).toContain('text/html')
    for (const key of Object.keys(contract)) expect(text).toContain(key.split(' ')[1])
    expect(text).not.toMatch(/<script|<link|src=|https?:\/\//)
  })
})
