import { JSONSchema } from '../../domain/schema.js'
import type { AnySchema } from '../contract/endpoint.js'

export type Json = Readonly<Record<string, unknown>>

const converted = new WeakMap<AnySchema, Json>()

/** Converts a schema of the contract to OpenAPI 3.0.3. */
export const schema303 = (schema: AnySchema): Json => {
  const known = converted.get(schema)
  if (known !== undefined) return known
  const { $schema: _, $defs = {}, ...root } = JSONSchema.make(schema) as unknown as Json & { $defs?: Json }
  const result = to303(root, $defs)
  converted.set(schema, result)
  return result
}

const LEFT_OUT = new Set(['$id', '$schema', '$comment', 'patternProperties'])

/** Converts JSON Schema draft 7 to OpenAPI 3.0.3: no null type, no $defs, no const, no empty required. */
const to303 = (schema: Json, defs: Json): Json => {
  if (typeof schema.$ref === 'string') return to303((defs[schema.$ref.replace('#/$defs/', '')] ?? {}) as Json, defs)
  if (Array.isArray(schema.anyOf)) return alternatives(schema, schema.anyOf as readonly Json[], defs)
  if (schema.const !== undefined) return { ...describe(schema), ...enumeration([schema.const]) }
  const out: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (LEFT_OUT.has(key)) continue
    if (key === 'required' && Array.isArray(value) && value.length === 0) continue
    // Unlisted members are not forbidden: later releases add members.
    if (key === 'additionalProperties' && value === false) continue
    out[key] = member(key, value, defs)
  }
  const patterns = schema.patternProperties as Readonly<Record<string, Json>> | undefined
  if (patterns !== undefined) out.additionalProperties = to303(Object.values(patterns)[0] ?? {}, defs)
  return Array.isArray(schema.enum) ? { ...out, ...enumeration(schema.enum) } : out
}

const member = (key: string, value: unknown, defs: Json): unknown => {
  if (key === 'properties') {
    return Object.fromEntries(
      Object.entries(value as Readonly<Record<string, Json>>).map(([name, one]) => [name, to303(one, defs)]),
    )
  }
  const isSchema = key === 'items' || key === 'additionalProperties' || key === 'not'
  return isSchema && typeof value === 'object' && value !== null ? to303(value as Json, defs) : value
}

/** Returns an enumeration. With null, it needs both the value in `enum` and `nullable`, which extends the type. */
const enumeration = (values: readonly unknown[]): Json => {
  const type = typeof values.find((value) => value !== null)
  return { type, enum: values, ...(values.includes(null) ? { nullable: true } : {}) }
}

const isNull = ({ type, enum: values }: Json): boolean =>
  type === 'null' || (Array.isArray(values) && values.length === 1 && values[0] === null)

const alternatives = (schema: Json, options: readonly Json[], defs: Json): Json => {
  const some = options.filter((option) => !isNull(option)).map((option) => to303(option, defs))
  const isNullable = some.length < options.length
  const [first = {}, ...others] = some
  const withNull = isNullable ? admitNull(first) : first
  return { ...describe(schema), ...(others.length === 0 ? withNull : { anyOf: [withNull, ...others] }) }
}

/** Makes a schema nullable. `nullable` extends the type beside it; a schema without a type already permits null. */
const admitNull = (schema: Json): Json => {
  if (Array.isArray(schema.anyOf)) {
    const [first, ...others] = schema.anyOf as readonly Json[]
    return { ...schema, anyOf: [admitNull(first ?? {}), ...others] }
  }
  if (schema.type === undefined) return schema
  return { ...schema, nullable: true, ...(Array.isArray(schema.enum) ? { enum: [...(schema.enum as []), null] } : {}) }
}

const describe = (schema: Json): Json =>
  typeof schema.description === 'string' ? { description: schema.description } : {}
