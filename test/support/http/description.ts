import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

/** The body of a rejection. */
export interface Rejected {
  readonly error: { readonly code: string; readonly message: string }
}

interface Content {
  readonly schema: object
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>
}
interface Body {
  readonly content?: Readonly<Record<string, Content>>
}
export interface Operation {
  readonly operationId: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Body>>
}

/** The OpenAPI document as the service serves it. */
export interface Description {
  readonly openapi: string
  readonly info: { readonly license?: { readonly name: string } }
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>
    readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: Rejected }>>
  }
}

/** Returns a validator for OpenAPI 3.0.3 schemas, where `nullable` extends the sibling `type`. */
export const schemaChecker = ({ components }: Pick<Description, 'components'>) => {
  // Strict: unknown keywords and keywords without effect are errors.
  const ajv = new Ajv({ strict: true, strictTypes: false, keywords: ['example', 'components'] })
  addFormats.default(ajv)
  // Integers have no `format`, so they may be any JavaScript integer.
  ajv.addSchema({ $id: 'description', components })
  const compiled = new WeakMap<object, ValidateFunction>()
  return (schema: object, value: unknown): readonly string[] => {
    const rooted = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"description#/components')) as object
    const check = compiled.get(schema) ?? ajv.compile(rooted)
    compiled.set(schema, check)
    return check(value)
      ? []
      : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
  }
}

/** Returns the operation of a route such as `GET /api/agents/:id`. */
export const operationOf = ({ paths }: Description, key: string): Operation | undefined => {
  const [method = '', path = ''] = key.split(' ')
  return paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
}

export const jsonOf = (body: Body | undefined): Content | undefined => body?.content?.['application/json']
