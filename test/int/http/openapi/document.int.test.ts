import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import SwaggerParser from '@apidevtools/swagger-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codesOf, statusAt } from '../../../../src/http/contract/codes.js'
import type { Endpoint } from '../../../../src/http/contract/endpoint.js'
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

  it('describes exactly the tags that operations use', () => {
    const used = new Set(KEYS.flatMap((key) => operationOf(document, key)?.tags ?? []))
    expect(new Set(document.tags?.map(({ name }) => name))).toEqual(used)
    for (const { name, description } of document.tags ?? []) expect(description, name).toMatch(/\.$/)
  })

  it.each(KEYS)('has a description, responses and valid examples for %s', (key) => {
    const operation = operationOf(document, key)
    expect(operation?.description).toMatch(/\.$/)
    const violations = schemaChecker(document)
    const { requestBody, responses = {} } = operation ?? {}
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

describe('the rejections of a route', () => {
  it.each(Object.entries<Endpoint>(contract))(
    'are listed by status, with an example for each code: %s',
    (key, endpoint) => {
      const violations = schemaChecker(document)
      const [method = ''] = key.split(' ')
      const refused = Object.entries(operationOf(document, key)?.responses ?? {}).filter(([status]) => status >= '400')
      const listed = refused.flatMap(([status, response]) => {
        const json = jsonOf(response)
        return Object.entries(json?.examples ?? {}).map(([code, { $ref }]) => {
          const example = document.components.examples[$ref.replace('#/components/examples/', '')]
          expect(violations(json?.schema ?? {}, example?.value)).toEqual([])
          expect([example?.value.error.code, example?.summary]).toEqual([code, expect.stringMatching(/\.$/)])
          return `${status} ${code}`
        })
      })
      const declared = codesOf(method, endpoint).map((code) => `${statusAt(endpoint, code)} ${code}`)
      expect(listed.toSorted()).toEqual(declared.toSorted())
    },
  )
})

describe('the documentation page', () => {
  it('lists every route and loads no external resources', async () => {
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
