import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import SwaggerParser from '@apidevtools/swagger-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../../src/http/contract/index.js'
import { type Description, jsonOf, operationOf, schemaChecker } from '../../../support/http/description.js'
import { type App, startApp } from '../../../support/service/app.js'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const run = promisify(execFile)

let app: App
let document: Description
beforeAll(async () => {
  app = await startApp()
  document = (await app.send<Description>('/api/openapi.json')).json
})
afterAll(() => app.close())

const KEYS = Object.keys(contract)

describe('the description of the API', () => {
  it('is valid OpenAPI 3.0.3', async () => {
    expect(document.openapi).toBe('3.0.3')
    await SwaggerParser.validate(structuredClone(document) as never)
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
    expect([valid, errors]).toEqual([true, undefined])
  })

  it('passes the recommended rules of redocly without errors and warnings', async () => {
    const file = join(app.folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(document))
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: '1' }
    const cli = join(ROOT, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js')
    const lint = [cli, 'lint', file, '--config', join(ROOT, 'redocly.yaml'), '--format', 'json']
    const { stdout } = await run(process.execPath, lint, { env, cwd: app.folder }).catch(
      (error: { stdout: string }) => error,
    )
    const { problems } = JSON.parse(stdout) as { problems: readonly { ruleId: string; message: string }[] }
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  })

  it('names the licence of the package', () => {
    const { license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { license: string }
    expect(document.info.license?.name).toBe(license)
  })

  it('describes every tag, and lists those that operations have', () => {
    const used = new Set(KEYS.flatMap((key) => operationOf(document, key)?.tags ?? []))
    expect(new Set(document.tags?.map(({ name }) => name))).toEqual(used)
    for (const { name, description } of document.tags ?? []) expect(description, name).toMatch(/\.$/)
  })

  it.each(KEYS)('has description, answers and valid examples of %s', (key) => {
    const operation = operationOf(document, key)
    expect(operation?.description).toMatch(/\.$/)
    const violations = schemaChecker(document)
    const { requestBody, responses = {} } = operation ?? {}
    expect(Object.keys(responses)).toContain('4XX')
    const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
    expect(successes.length).toBeGreaterThan(0)
    for (const body of [requestBody, ...successes.map(([, response]) => response)]) {
      const json = jsonOf(body)
      if (json === undefined) continue
      expect(json.example).toBeDefined()
      expect(violations(json.schema, json.example)).toEqual([])
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

describe('the reference page', () => {
  it('loads its script and the description from this service', async () => {
    const { text, headers } = await app.send('/api/redoc')
    expect(headers['content-type']).toContain('text/html')
    expect(text).toContain('spec-url="/api/openapi.json"')
    expect(text).not.toMatch(/https?:\/\/|\/\/[a-z]/)
    const [script = ''] = /src="([^"]+)"/.exec(text)?.slice(1) ?? []
    const bundle = await app.send(script)
    expect([bundle.status, bundle.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(bundle.text).toContain('redoc')
    expect(bundle.text).not.toContain('https://cdn.')
  })
})
